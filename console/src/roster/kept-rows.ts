import { computed, signal } from '@preact/signals';
import type { KeptRows, KeptRowsChange } from '../../../contract/kept-rows.ts';
import { MAX_KEPT_ROWS } from '../../../contract/limits.ts';
import { importApi } from '../api/import-api.ts';
import { signedInSession } from '../session/session-state.ts';

const loaded = signal<{ accountId: string; rows: KeptRows } | undefined>(undefined);

/** What the account keeps of imports until the catalogue has the students. Nothing of one account is shown to another. */
export const keptRows = computed((): KeptRows => {
  const { accountId, rows = {} } = loaded.value ?? {};
  return accountId === signedInSession()?.account.accountId ? rows : {};
});

/** Whether the page of imports is to open with the review of those whose students are found. */
export const reviewsKept = signal(false);

export async function loadKeptRows(accountId: string): Promise<void> {
  loaded.value = { accountId, rows: await importApi.readRows(accountId) };
}

/** Null forgets. */
export async function changeKeptRows(accountId: string, rows: KeptRowsChange['rows']): Promise<void> {
  loaded.value = { accountId, rows: await importApi.changeRows(accountId, { rows }) };
}

/** As many as still fit beside those that are kept. Who is kept already is replaced. */
export function fittingRows(kept: KeptRows, rows: KeptRows): KeptRows {
  let room = MAX_KEPT_ROWS - Object.keys(kept).length;
  const fits = (key: string) => {
    if (Object.hasOwn(kept, key)) return true;
    room -= 1;
    return room >= 0;
  };
  return Object.fromEntries(Object.entries(rows).filter(([key]) => fits(key)));
}
