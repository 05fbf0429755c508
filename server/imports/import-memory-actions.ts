import {
  type ImportMemory,
  type ImportMemoryChange,
  NO_IMPORT_MEMORY,
} from '../../contract/import-memory.ts';
import type { KeptRows, KeptRowsChange } from '../../contract/kept-rows.ts';
import { MAX_KEPT_ROWS, MAX_REMEMBERED_ALIASES, MAX_REMEMBERED_HEADINGS } from '../../contract/limits.ts';
import type { AppContext } from '../app-context.ts';
import { type AccountJson, changeAccountJson, readAccountJson } from '../auth/account-json.ts';
import { ApiError } from '../errors/api-error.ts';
import type { AccountCaller } from '../store/caller.ts';
import { type Database, defineStatements, readOne } from '../store/database.ts';

export const STATEMENTS = defineStatements({
  readImportMemory: 'SELECT import_memory AS "json" FROM account WHERE account_id = $1',
  replaceImportMemory: 'UPDATE account SET import_memory = $3 WHERE account_id = $1 AND import_memory = $2',
  findKeptRows: `SELECT 1 AS "found" FROM account WHERE account_id = $1 AND kept_rows <> '{}'`,
  readKeptRows: 'SELECT kept_rows AS "json" FROM account WHERE account_id = $1',
  replaceKeptRows: 'UPDATE account SET kept_rows = $3 WHERE account_id = $1 AND kept_rows = $2',
});

const MEMORY: AccountJson = {
  read: STATEMENTS.readImportMemory,
  replace: STATEMENTS.replaceImportMemory,
};
const ROWS: AccountJson = { read: STATEMENTS.readKeptRows, replace: STATEMENTS.replaceKeptRows };

/** Earlier releases stored no items. */
export const readImportMemory = async (database: Database, accountId: string): Promise<ImportMemory> => ({
  ...NO_IMPORT_MEMORY,
  ...(await readAccountJson<ImportMemory>(database, MEMORY, accountId)),
});
export const readKeptRows = async (database: Database, accountId: string): Promise<KeptRows> =>
  (await readAccountJson<KeptRows>(database, ROWS, accountId)) ?? {};

/** Without reading them. */
export const hasKeptRows = async (database: Database, accountId: string): Promise<boolean> =>
  (await readOne(database, STATEMENTS.findKeptRows, accountId)) !== undefined;

/** The player's words for headings and names of spreadsheets, and rows whose students the catalogue lacks. */
export const createImportMemory = (app: Pick<AppContext, 'store' | 'now'>) => ({
  read: (accountId: string) => readImportMemory(app.store.database, accountId),
  readRows: (accountId: string) => readKeptRows(app.store.database, accountId),

  /** Returns all of it. */
  change: (caller: AccountCaller, change: ImportMemoryChange): Promise<ImportMemory> =>
    changeAccountJson<ImportMemory>(app, MEMORY, caller, (memory) => withChange(memory, change)),

  /** Returns all of them. */
  changeRows: (caller: AccountCaller, { rows }: KeptRowsChange): Promise<KeptRows> =>
    changeAccountJson<KeptRows>(app, ROWS, caller, (kept) => {
      const next = merge(kept, rows);
      checkCount('학생', next, MAX_KEPT_ROWS, '명');
      return next;
    }),
});

function withChange(memory: ImportMemory = NO_IMPORT_MEMORY, change: ImportMemoryChange): ImportMemory {
  const headings = merge(memory.headings, change.headings);
  const aliases = merge(memory.aliases, change.aliases);
  checkCount('열 제목', headings, MAX_REMEMBERED_HEADINGS);
  const items = merge(memory.items, change.items);
  checkCount('별명', aliases, MAX_REMEMBERED_ALIASES);
  checkCount('아이템 이름', items, MAX_REMEMBERED_ALIASES);
  return { headings, aliases, items };
}

/** A key that is there keeps its place. */
const merge = <Value>(
  kept: Readonly<Record<string, Value>> = {},
  changes: Readonly<Record<string, Value | null>> = {},
): Record<string, Value> =>
  Object.fromEntries(
    [...new Map<string, Value | null>([...Object.entries(kept), ...Object.entries(changes)])].filter(
      (entry): entry is [string, Value & {}] => entry[1] !== null,
    ),
  );

function checkCount(what: string, kept: object, max: number, unit = '개'): void {
  if (Object.keys(kept).length > max)
    throw new ApiError(
      'limit_reached',
      `${what}은 ${max}${unit}까지 기억할 수 있습니다. 쓰지 않는 것을 지우십시오.`,
    );
}
