import { isStored, listStored, writeStored } from '../stored-data.ts';
import type { Edit } from './edit.ts';

/*
 * One entry for each edit, so that tabs that write at the same time do not overwrite each other's. The account is part
 * of the name, so that no edit is ever read for another account.
 */

/** Edits that the browser does not store, because its storage is full or off. They end with the page. */
const unstored = new Map<string, { accountId: string; edit: Edit }>();

export const isUnstored = ({ id }: Edit): boolean => unstored.has(id);
/** Also those of an account whose session has ended. */
export const countUnstored = (): number => unstored.size;

/** The edits of an account that were made in this browser, in order. */
export function readEdits(accountId: string): Edit[] {
  const kept = [...unstored.values()].filter((one) => one.accountId === accountId).map(({ edit }) => edit);
  const stored = listStored('rollbook-edit', accountId).flatMap((text) => parseEdit(text) ?? []);
  return [...kept, ...stored].sort((a, b) => (a.id < b.id ? -1 : 1));
}

export function writeEdit(accountId: string, edit: Edit): void {
  if (writeStored(JSON.stringify(edit), 'rollbook-edit', accountId, edit.id)) unstored.delete(edit.id);
  else unstored.set(edit.id, { accountId, edit });
}

export function deleteEdit(accountId: string, id: string): void {
  unstored.delete(id);
  writeStored(undefined, 'rollbook-edit', accountId, id);
}

/** Whether no other tab has settled the edit. */
export const isStillStored = (accountId: string, id: string): boolean =>
  unstored.has(id) || isStored('rollbook-edit', accountId, id);

/** Calls back for what other tabs write; undefined is a deleted edit. */
export function watchEdits(onChange: (accountId: string, id: string, edit: Edit | undefined) => void): void {
  addEventListener('storage', ({ key, newValue }) => {
    const [name, accountId, id] = key?.split(' ') ?? [];
    if (name === 'rollbook-edit' && accountId !== undefined && id !== undefined)
      onChange(accountId, id, parseEdit(newValue));
  });
}

function parseEdit(text: string | null): Edit | undefined {
  try {
    // Before there were other kinds, an edit had none.
    const edit = { kind: 'student', ...JSON.parse(text ?? '') };
    return typeof edit.id === 'string' && edit.before !== undefined ? edit : undefined;
  } catch {
    return undefined;
  }
}
