import { type AccountCaller, requireCaller } from '../store/caller.ts';
import { type Database, readOne, requiredStep, type Statement } from '../store/database.ts';
import { retryWrite } from '../store/retry-write.ts';
import type { Store } from '../store/store.ts';
import { refuseWrite } from './refuse-write.ts';

/** A JSON text in the row of the account, which every account has. */
export interface AccountJson {
  /** Returns it as `json`, of the account $1. */
  readonly read: Statement;
  /** Sets it to $3 in the account $1, only if it is still $2. */
  readonly replace: Statement;
}

async function readText(database: Database, { read }: AccountJson, accountId: string): Promise<string> {
  const row = await readOne<{ json: string }>(database, read, accountId);
  return row?.json ?? 'null';
}

/** Undefined for an account that was deleted meanwhile. */
export const readAccountJson = async <T>(
  database: Database,
  json: AccountJson,
  accountId: string,
): Promise<T | undefined> => JSON.parse(await readText(database, json, accountId)) ?? undefined;

/** Replaces it by what `change` makes of it, which it returns. */
export function changeAccountJson<T extends object>(
  { store, now }: { readonly store: Store; readonly now: () => number },
  json: AccountJson,
  caller: AccountCaller,
  change: (before: T | undefined) => T,
): Promise<T> {
  const { accountId } = caller;
  return retryWrite(async () => {
    const before = await readText(store.database, json, accountId);
    const next = change(JSON.parse(before) ?? undefined);
    const replace = requiredStep(json.replace, accountId, before, JSON.stringify(next));
    const steps = [...requireCaller(caller, accountId, now()), replace];
    const failed = await store.database.write(json.replace.name, steps, accountId);
    if (failed === undefined) return next;
    if (failed !== replace) await refuseWrite(store, caller, now());
    return undefined;
  });
}
