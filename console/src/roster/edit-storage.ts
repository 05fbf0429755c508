import type { StudentEdit } from './student-edit.ts';

/*
 * One entry for each edit, so that tabs that write at the same time do not overwrite each other's. The account is part
 * of the name, so that no edit is ever read for another account.
 */
const prefixOf = (accountId: string): string => `rollbook-edit ${accountId} `;

/** Edits that the browser does not store, because its storage is full or off. They end with the page. */
const unstored = new Map<string, StudentEdit>();

export const hasUnstoredEdits = (): boolean => unstored.size > 0;

/** The edits of an account that were made in this browser, in order. */
export function readEdits(accountId: string): StudentEdit[] {
  const prefix = prefixOf(accountId);
  const kept = [...unstored].flatMap(([name, edit]) => (name.startsWith(prefix) ? [edit] : []));
  return [...kept, ...readStored(prefix)].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function readStored(prefix: string): StudentEdit[] {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(prefix))
      .flatMap((name) => parseEdit(localStorage.getItem(name)) ?? []);
  } catch {
    return [];
  }
}

export function writeEdit(accountId: string, edit: StudentEdit): void {
  const name = prefixOf(accountId) + edit.id;
  try {
    localStorage.setItem(name, JSON.stringify(edit));
    unstored.delete(name);
  } catch {
    unstored.set(name, edit);
  }
}

export function deleteEdit(accountId: string, id: string): void {
  const name = prefixOf(accountId) + id;
  unstored.delete(name);
  try {
    localStorage.removeItem(name);
  } catch {}
}

/** Whether no other tab has settled the edit. */
export function isStillStored(accountId: string, id: string): boolean {
  const name = prefixOf(accountId) + id;
  try {
    return unstored.has(name) || localStorage.getItem(name) !== null;
  } catch {
    return false;
  }
}

/** Calls back for what other tabs write; undefined is a deleted edit. */
export function watchEdits(
  onChange: (accountId: string, id: string, edit: StudentEdit | undefined) => void,
): void {
  addEventListener('storage', ({ key, newValue }) => {
    const [name, accountId, id] = key?.split(' ') ?? [];
    if (name === 'rollbook-edit' && accountId !== undefined && id !== undefined)
      onChange(accountId, id, parseEdit(newValue));
  });
}

function parseEdit(text: string | null): StudentEdit | undefined {
  try {
    const edit = JSON.parse(text ?? '') as Partial<StudentEdit> | null;
    const isEdit = typeof edit?.id === 'string' && typeof edit.studentUid === 'string';
    return isEdit && edit.before !== undefined && edit.changes !== undefined
      ? (edit as StudentEdit)
      : undefined;
  } catch {
    return undefined;
  }
}
