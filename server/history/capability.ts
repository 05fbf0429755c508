import type { Capability } from '../capability.ts';
import { compressed, row } from '../console/console-route.ts';
import { keyRows } from '../routes/key-row.ts';
import { exportedAs, KEPT_OUT } from '../store/table.ts';
import { createFeedOperations } from './feed-operations.ts';
import { createHistoryHandlers } from './handlers.ts';
import { exportChanges, exportGroups, exportSnapshots } from './history-export.ts';
import { deleteOldHistory } from './history-sweep.ts';
import { createWaitForChanges } from './wait-for-changes.ts';

/** The changes with their authors, and the roster as it was. */
export const history: Capability = {
  tables: {
    // The counter of an account's changes.
    history: KEPT_OUT,
    change_group: exportedAs({
      name: 'changeGroups',
      readPieces: ({ database }, accountId) => exportGroups(database, accountId),
    }),
    student_change: exportedAs({
      name: 'changes',
      readPieces: ({ database }, accountId) => exportChanges(database, accountId),
    }),
    roster_snapshot: exportedAs({
      name: 'rosterSnapshots',
      readPieces: ({ database }, accountId) => exportSnapshots(database, accountId),
    }),
  },
  sweep: deleteOldHistory,
  rows(services) {
    const { listChanges, getRoster } = createFeedOperations(services);
    const handlers = createHistoryHandlers(services);
    return [
      { operationId: 'listChanges', handle: listChanges, wait: createWaitForChanges(services) },
      ...keyRows({ getRoster }),
      compressed(row('GET', '/history/groups', 'full', 'consoleHistoryGroups', handlers.groups)),
      compressed(row('GET', '/history/authors', 'full', 'consoleHistoryAuthors', handlers.authors)),
      compressed(row('GET', '/history/roster', 'full', 'consoleHistoryRoster', handlers.roster)),
      compressed(row('GET', '/history/growth', 'full', 'consoleGrowth', handlers.growth)),
    ];
  },
};
