import type { OwnPreset, WantedValues } from '../../contract/goals.ts';
import { MAX_OWN_PRESETS } from '../../contract/limits.ts';
import type { AppContext } from '../app-context.ts';
import { refuseWrite } from '../auth/refuse-write.ts';
import { ApiError } from '../errors/api-error.ts';
import { UnavailableError } from '../errors/unavailable-error.ts';
import { type AccountCaller, requireCaller } from '../store/caller.ts';
import { type Database, defineStatements, readOne, requiredStep } from '../store/database.ts';

export const STATEMENTS = defineStatements({
  readPresets: 'SELECT goal_presets AS "json" FROM account WHERE account_id = $1',
  /** Only if they are still as they were read. */
  replacePresets: 'UPDATE account SET goal_presets = $3 WHERE account_id = $1 AND goal_presets = $2',
});

/** Other pages of the account may be first this often. */
const MAX_ATTEMPTS = 200;

/** A preset to save under its name, or null to remove it. */
export interface PresetChange {
  readonly name: string;
  readonly wanted: WantedValues | null;
}

async function readText(database: Database, accountId: string): Promise<string> {
  const row = await readOne<{ json: string }>(database, STATEMENTS.readPresets, accountId);
  return row?.json ?? '[]';
}

/** In the order in which they were made. */
export const readPresets = async (database: Database, accountId: string): Promise<OwnPreset[]> =>
  JSON.parse(await readText(database, accountId));

/** The presets that players have made themselves. */
export function createPresetActions({ store, now }: Pick<AppContext, 'store' | 'now'>) {
  const { database } = store;
  return {
    list: (accountId: string) => readPresets(database, accountId),

    /** Returns all of them. */
    async change(caller: AccountCaller, change: PresetChange): Promise<OwnPreset[]> {
      const { accountId } = caller;
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const before = await readText(database, accountId);
        const presets = withChange(JSON.parse(before), change);
        const replace = requiredStep(STATEMENTS.replacePresets, accountId, before, JSON.stringify(presets));
        const steps = [...requireCaller(caller, accountId, now()), replace];
        const failed = await database.write('changePresets', steps, accountId);
        if (failed === undefined) return presets;
        if (failed !== replace) await refuseWrite(store, caller, now());
      }
      throw new UnavailableError(`${MAX_ATTEMPTS} other writers were first`);
    },
  };
}

export type PresetActions = ReturnType<typeof createPresetActions>;

/** One that is there keeps its place. */
function withChange(presets: readonly OwnPreset[], { name, wanted }: PresetChange): OwnPreset[] {
  const place = presets.findIndex((preset) => preset.name === name);
  if (wanted === null) return presets.filter((preset) => preset.name !== name);
  if (place >= 0) return presets.with(place, { name, wanted });
  if (presets.length >= MAX_OWN_PRESETS)
    throw new ApiError(
      'limit_reached',
      `프리셋은 ${MAX_OWN_PRESETS}개까지 만들 수 있습니다. 쓰지 않는 것을 지우십시오.`,
    );
  return [...presets, { name, wanted }];
}
