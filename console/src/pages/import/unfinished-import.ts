import { readStored, writeStored } from '../../stored-data.ts';

/** An import whose tab was closed before it ended. Counts only: the text is the player's. */
export interface UnfinishedImport {
  done: number;
  total: number;
}

export function readUnfinished(accountId: string): UnfinishedImport | undefined {
  try {
    return JSON.parse(readStored('rollbook-unfinished-import', accountId) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

export const writeUnfinished = (accountId: string, unfinished: UnfinishedImport | undefined): boolean =>
  writeStored(unfinished && JSON.stringify(unfinished), 'rollbook-unfinished-import', accountId);
