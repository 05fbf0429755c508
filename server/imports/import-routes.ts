import type { ImportMemoryChange } from '../../contract/import-memory.ts';
import type { KeptRowsChange } from '../../contract/kept-rows.ts';
import { bodyReader } from '../console/body-checks.ts';
import { type ConsoleRow, row } from '../console/console-route.ts';
import type { ImportMemoryActions } from './import-memory-actions.ts';
import { checkImportMemory, checkKeptRows, IMPORT_MEMORY_BODY, KEPT_ROWS_BODY } from './import-schemas.ts';

const readChange = bodyReader<ImportMemoryChange>(IMPORT_MEMORY_BODY, checkImportMemory);
const readRows = bodyReader<KeptRowsChange>(KEPT_ROWS_BODY, checkKeptRows);

/** What the import of the console remembers for the account. */
export const importRows = (memory: ImportMemoryActions): ConsoleRow[] => [
  row('GET', '/import-memory', 'full', 'consoleGetImportMemory', ({ caller }) =>
    memory.read(caller.accountId),
  ),
  row('PATCH', '/import-memory', 'full', 'consoleChangeImportMemory', (request) =>
    memory.change(request.caller, readChange(request)),
  ),
  row('GET', '/kept-rows', 'full', 'consoleGetKeptRows', ({ caller }) => memory.readRows(caller.accountId)),
  row('PATCH', '/kept-rows', 'full', 'consoleChangeKeptRows', (request) =>
    memory.changeRows(request.caller, readRows(request)),
  ),
];
