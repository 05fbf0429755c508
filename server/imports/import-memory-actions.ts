import {
  type ImportMemory,
  type ImportMemoryChange,
  NO_IMPORT_MEMORY,
} from '../../contract/import-memory.ts';
import { MAX_REMEMBERED_ALIASES, MAX_REMEMBERED_HEADINGS } from '../../contract/limits.ts';
import type { AppContext } from '../app-context.ts';
import { refuseWrite } from '../auth/refuse-write.ts';
import { ApiError } from '../errors/api-error.ts';
import { UnavailableError } from '../errors/unavailable-error.ts';
import { type AccountCaller, requireCaller } from '../store/caller.ts';
import { type Database, defineStatements, readOne, requiredStep } from '../store/database.ts';

export const STATEMENTS = defineStatements({
  readImportMemory: 'SELECT import_memory AS "json" FROM account WHERE account_id = $1',
  /** Only if it is still as it was read. */
  replaceImportMemory: 'UPDATE account SET import_memory = $3 WHERE account_id = $1 AND import_memory = $2',
});

/** Other pages of the account may be first this often. */
const MAX_ATTEMPTS = 200;

async function readText(database: Database, accountId: string): Promise<string> {
  const row = await readOne<{ json: string }>(database, STATEMENTS.readImportMemory, accountId);
  return row?.json ?? JSON.stringify(NO_IMPORT_MEMORY);
}

export const readImportMemory = async (database: Database, accountId: string): Promise<ImportMemory> =>
  JSON.parse(await readText(database, accountId));

/** What players have said about the headings and names of their spreadsheets. */
export function createImportMemory({ store, now }: Pick<AppContext, 'store' | 'now'>) {
  const { database } = store;
  return {
    read: (accountId: string) => readImportMemory(database, accountId),

    /** Returns all of it. */
    async change(caller: AccountCaller, change: ImportMemoryChange): Promise<ImportMemory> {
      const { accountId } = caller;
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const before = await readText(database, accountId);
        const memory = withChange(JSON.parse(before), change);
        const replace = requiredStep(
          STATEMENTS.replaceImportMemory,
          accountId,
          before,
          JSON.stringify(memory),
        );
        const steps = [...requireCaller(caller, accountId, now()), replace];
        const failed = await database.write('changeImportMemory', steps, accountId);
        if (failed === undefined) return memory;
        if (failed !== replace) await refuseWrite(store, caller, now());
      }
      throw new UnavailableError(`${MAX_ATTEMPTS} other writers were first`);
    },
  };
}

export type ImportMemoryActions = ReturnType<typeof createImportMemory>;

function withChange(memory: ImportMemory, change: ImportMemoryChange): ImportMemory {
  const headings = merge(memory.headings, change.headings);
  const aliases = merge(memory.aliases, change.aliases);
  checkCount('열 제목', headings, MAX_REMEMBERED_HEADINGS);
  checkCount('별명', aliases, MAX_REMEMBERED_ALIASES);
  return { headings, aliases };
}

/** One that is there keeps its place. */
const merge = (
  kept: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string | null>> = {},
): Record<string, string> =>
  Object.fromEntries(
    [...new Map<string, string | null>([...Object.entries(kept), ...Object.entries(changes)])].filter(
      (entry): entry is [string, string] => entry[1] !== null,
    ),
  );

function checkCount(what: string, kept: object, max: number): void {
  if (Object.keys(kept).length > max)
    throw new ApiError(
      'limit_reached',
      `${what}은 ${max}개까지 기억할 수 있습니다. 쓰지 않는 것을 지우십시오.`,
    );
}
