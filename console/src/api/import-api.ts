import type { ImportMemory, ImportMemoryChange } from '../../../contract/import-memory.ts';
import type { KeptRows, KeptRowsChange } from '../../../contract/kept-rows.ts';
import { ofAccount, sendRequest } from './send-request.ts';

/** What the account remembers of spreadsheets, and the rows of students whom the catalogue lacks. */
export const importApi = {
  readMemory: (accountId: string) =>
    sendRequest<ImportMemory>('GET', '/import-memory', undefined, ofAccount(accountId)),
  /** Null forgets. Returns all of it. */
  changeMemory: (accountId: string, change: ImportMemoryChange) =>
    sendRequest<ImportMemory>('PATCH', '/import-memory', change, ofAccount(accountId)),

  readRows: (accountId: string) =>
    sendRequest<KeptRows>('GET', '/kept-rows', undefined, ofAccount(accountId)),
  /** Null forgets. Returns all of them. */
  changeRows: (accountId: string, change: KeptRowsChange) =>
    sendRequest<KeptRows>('PATCH', '/kept-rows', change, ofAccount(accountId)),
};
