import type { Capability } from '../capability.ts';
import { compressed, reserved, row } from '../console/console-route.ts';
import { keyRows } from '../routes/key-row.ts';
import { exportedAs } from '../store/table.ts';
import { createProposalHandlers } from './console-handlers.ts';
import { createProposalOperations } from './proposal-operations.ts';
import { expireSteps, exportProposals } from './records.ts';

/** What a tool would change, until its player agrees or declines. */
export const proposals: Capability = {
  tables: {
    proposal: exportedAs({
      name: 'proposals',
      read: ({ database }, accountId) => exportProposals(database, accountId),
    }),
  },
  sweep: async (database, now) => {
    await database.write('deleteExpired', expireSteps(now));
  },
  rows(services) {
    const handlers = createProposalHandlers(services);
    return [
      ...keyRows(createProposalOperations(services)),
      row('GET', '/proposals', 'full', 'consoleListProposals', handlers.list),
      compressed(row('GET', '/proposals/{proposalId}', 'full', 'consoleGetProposal', handlers.read)),
      reserved(row('POST', '/proposals/{proposalId}/end', 'full', 'consoleEndProposal', handlers.end)),
    ];
  },
};
