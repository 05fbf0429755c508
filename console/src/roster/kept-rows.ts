import { computed, signal } from '@preact/signals';
import type { KeptRow, KeptRows, KeptRowsChange } from '../../../contract/kept-rows.ts';
import { MAX_ALIAS_LENGTH, MAX_KEPT_ROWS } from '../../../contract/limits.ts';
import { importApi } from '../api/import-api.ts';
import { signedInSession } from '../session/session-state.ts';
import { readStored, writeStored } from '../stored-data.ts';

const loaded = signal<{ accountId: string; rows: KeptRows } | undefined>(undefined);

/** What the account keeps of imports until the catalogue has the students. Nothing of one account is shown to another. */
export const keptRows = computed((): KeptRows => {
  const { accountId, rows = {} } = loaded.value ?? {};
  return accountId === signedInSession()?.account.accountId ? rows : {};
});

/** Whether the page of imports is to open with the review of those whose students are found. */
export const reviewsKept = signal(false);

export async function loadKeptRows(accountId: string): Promise<void> {
  const rows = await importApi.readRows(accountId);
  loaded.value = { accountId, rows: await moveFromDevice(accountId, rows) };
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

type DeviceRow = KeptRow & { readonly studentUid?: string };

/** Earlier releases kept the rows on the device. */
async function moveFromDevice(accountId: string, kept: KeptRows): Promise<KeptRows> {
  const stored = readStored('rollbook-kept-rows', accountId);
  if (stored === null) return kept;
  try {
    const rows = fittingRows(kept, readDeviceRows(stored));
    const all = Object.keys(rows).length === 0 ? kept : await importApi.changeRows(accountId, { rows });
    writeStored(undefined, 'rollbook-kept-rows', accountId);
    return all;
  } catch {
    return kept;
  }
}

const readDeviceRows = (stored: string): KeptRows =>
  Object.fromEntries(
    (JSON.parse(stored) as DeviceRow[]).flatMap(({ studentUid, name = '', ...values }) => {
      const key = studentUid || name;
      if (key === '' || key.length > MAX_ALIAS_LENGTH) return [];
      const hasName = name !== '' && name !== key && name.length <= MAX_ALIAS_LENGTH;
      return [[key, hasName ? { ...values, name } : values]];
    }),
  );
