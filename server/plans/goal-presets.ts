import type { OwnPreset, WantedValues } from '../../contract/goals.ts';
import { MAX_OWN_PRESETS } from '../../contract/limits.ts';
import type { AppContext } from '../app-context.ts';
import { type AccountJson, changeAccountJson, readAccountJson } from '../auth/account-json.ts';
import { ApiError } from '../errors/api-error.ts';
import type { AccountCaller } from '../store/caller.ts';
import { type Database, defineStatements } from '../store/database.ts';

export const STATEMENTS = defineStatements({
  readPresets: 'SELECT goal_presets AS "json" FROM account WHERE account_id = $1',
  /** Only if they are still as they were read. */
  replacePresets: 'UPDATE account SET goal_presets = $3 WHERE account_id = $1 AND goal_presets = $2',
});

/** A preset to save under its name, or null to remove it. */
export interface PresetChange {
  readonly name: string;
  readonly wanted: WantedValues | null;
}

const PRESETS: AccountJson = { read: STATEMENTS.readPresets, replace: STATEMENTS.replacePresets };

/** In the order in which they were made. */
export const readPresets = async (database: Database, accountId: string): Promise<OwnPreset[]> =>
  (await readAccountJson<OwnPreset[]>(database, PRESETS, accountId)) ?? [];

/** The presets that players have made themselves. */
export const createPresetActions = (app: Pick<AppContext, 'store' | 'now'>) => ({
  list: (accountId: string) => readPresets(app.store.database, accountId),

  /** Returns all of them. */
  change: (caller: AccountCaller, change: PresetChange): Promise<OwnPreset[]> =>
    changeAccountJson<OwnPreset[]>(app, PRESETS, caller, (presets = []) => withChange(presets, change)),
});

/** A preset that is there keeps its place. */
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
