import type { ImportMemory, ImportMemoryChange } from '../../../contract/import-memory.ts';
import { ofAccount, sendRequest } from './send-request.ts';

/** What the account remembers of spreadsheets. */
export const importApi = {
  readMemory: (accountId: string) =>
    sendRequest<ImportMemory>('GET', '/import-memory', undefined, ofAccount(accountId)),
  /** Null forgets. Returns all of it. */
  changeMemory: (accountId: string, change: ImportMemoryChange) =>
    sendRequest<ImportMemory>('PATCH', '/import-memory', change, ofAccount(accountId)),
};
