/*
 * All that the console keeps in the browser. An entry of an account has the account's ID in its name, after a space, and
 * goes when the account signs out or another one signs in; one of the device stays. docs/console.md has the same table.
 */
interface Stored {
  readonly area: 'localStorage' | 'sessionStorage';
  readonly owner: 'device' | 'account';
}

const onDevice = { area: 'localStorage', owner: 'device' } as const;
const onDeviceInTab = { area: 'sessionStorage', owner: 'device' } as const;
const ofAccount = { area: 'localStorage', owner: 'account' } as const;
const ofAccountInTab = { area: 'sessionStorage', owner: 'account' } as const;

export const STORED = {
  // The guide has the theme too, and start.ts reads it before the first paint.
  'rollbook-theme': onDevice,
  'rollbook-console-language': onDevice,
  'rollbook-student-names': onDevice,
  'rollbook-unreleased-students': onDevice,
  'rollbook-roster-layout': onDevice,
  'rollbook-roster-filters': onDevice,
  // The session is to end on the server as soon as that is reached; start.ts reads it before the first request.
  'rollbook-owed-sign-out': onDevice,
  // One for each edit that waits, by its ID.
  'rollbook-edit': ofAccount,
  'rollbook-game-server': ofAccount,
  'rollbook-spends-stock': ofAccount,
  'rollbook-farm': ofAccount,
  'rollbook-picks': ofAccount,
  'rollbook-known-students': ofAccount,
  'rollbook-unfinished-import': ofAccount,
  'rollbook-stock-paste': ofAccount,
  // See api/kept-answers.ts. One for each request, by its path.
  'rollbook-kept-answer': ofAccount,
  'rollbook-contact': ofAccount,
  'rollbook-roster-view': ofAccountInTab,
  'rollbook-scroll': ofAccountInTab,
  'rollbook-asked-page': onDeviceInTab,
} as const satisfies Record<string, Stored>;

export type StoredName = keyof typeof STORED;
type NameOf<Owner> = {
  [Name in StoredName]: (typeof STORED)[Name]['owner'] extends Owner ? Name : never;
}[StoredName];

/** The whole name of an entry: for one of an account with its ID, and with that of the edit. */
type EntryName = [NameOf<'device'>] | [NameOf<'account'>, accountId: string, id?: string];

let isSealed = false;

/** From now on nothing is stored any more: the document holds what is to be forgotten, and is about to be replaced. */
export function sealStorage(): void {
  isSealed = true;
}

/** Null if there is none, or in a private mode whose storage throws. */
export function readStored(...entry: EntryName): string | null {
  try {
    return globalThis[STORED[entry[0]].area].getItem(entry.join(' '));
  } catch {
    return null;
  }
}

/** Whether there is one, also an empty one. */
export const isStored = (...entry: EntryName): boolean => readStored(...entry) !== null;

/** Undefined removes the entry. Returns false if the browser stores nothing, or no more. */
export function writeStored(value: string | undefined, ...entry: EntryName): boolean {
  if (isSealed) return false;
  try {
    const storage = globalThis[STORED[entry[0]].area];
    if (value === undefined) storage.removeItem(entry.join(' '));
    else storage.setItem(entry.join(' '), value);
    return true;
  } catch {
    return false;
  }
}

/** What is stored by this name for an account, or for any. */
export function listStored(name: NameOf<'account'>, accountId?: string): string[] {
  try {
    const storage = globalThis[STORED[name].area];
    return Object.keys(storage)
      .filter((key) => isEntryOf(key, name, accountId))
      .flatMap((key) => storage.getItem(key) ?? []);
  } catch {
    return [];
  }
}

function isEntryOf(key: string, name: string, accountId: string | undefined): boolean {
  const [stored, owner] = key.split(' ');
  return stored === name && (accountId === undefined || owner === accountId);
}

/** Removes what belongs to accounts, but for one. */
export function forgetStored(keptAccountId?: string, names = Object.keys(STORED) as StoredName[]): void {
  for (const name of names) {
    const { area, owner } = STORED[name];
    if (owner === 'device') continue;
    try {
      const storage = globalThis[area];
      for (const key of Object.keys(storage))
        if (isEntryOf(key, name, undefined) && key.split(' ')[1] !== keptAccountId) storage.removeItem(key);
    } catch {}
  }
}
