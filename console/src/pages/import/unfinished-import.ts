/** An import whose tab was closed before it ended. Counts only: the text is the player's. */
export interface UnfinishedImport {
  accountId: string;
  done: number;
  total: number;
}

const STORED = 'rollbook-unfinished-import';

/** Reads the unfinished import of this account. */
export function readUnfinished(accountId: string): UnfinishedImport | undefined {
  try {
    const found = JSON.parse(localStorage.getItem(STORED) ?? 'null') as UnfinishedImport | null;
    return found?.accountId === accountId ? found : undefined;
  } catch {
    return undefined;
  }
}

// localStorage throws in some private modes. Nothing is remembered then.
export function writeUnfinished(unfinished: UnfinishedImport | undefined): void {
  try {
    if (unfinished === undefined) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, JSON.stringify(unfinished));
  } catch {}
}
