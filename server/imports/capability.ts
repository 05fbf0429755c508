import type { ImportMemoryChange } from '../../contract/import-memory.ts';
import type { KeptRowsChange } from '../../contract/kept-rows.ts';
import type { Capability } from '../capability.ts';
import { bodyReader } from '../console/body-checks.ts';
import { row } from '../console/console-route.ts';
import { createImportMemory } from './import-memory-actions.ts';
import { checkImportMemory, checkKeptRows, IMPORT_MEMORY_BODY, KEPT_ROWS_BODY } from './schemas.ts';

const readChange = bodyReader<ImportMemoryChange>(IMPORT_MEMORY_BODY, checkImportMemory);
const readRows = bodyReader<KeptRowsChange>(KEPT_ROWS_BODY, checkKeptRows);

/** The memory of the console's import for the account. */
export const imports: Capability = {
  rows(services) {
    const memory = createImportMemory(services);
    return [
      row('GET', '/import-memory', 'full', 'consoleGetImportMemory', ({ caller }) =>
        memory.read(caller.accountId),
      ),
      row('PATCH', '/import-memory', 'full', 'consoleChangeImportMemory', (request) =>
        memory.change(request.caller, readChange(request)),
      ),
      row('GET', '/kept-rows', 'full', 'consoleGetKeptRows', ({ caller }) =>
        memory.readRows(caller.accountId),
      ),
      row('PATCH', '/kept-rows', 'full', 'consoleChangeKeptRows', (request) =>
        memory.changeRows(request.caller, readRows(request)),
      ),
    ];
  },
};
