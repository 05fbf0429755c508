import { listActivity } from '../activity/activity.ts';
import type { Capability } from '../capability.ts';
import { toTime } from '../console/console-context.ts';
import { compressed, row } from '../console/console-route.ts';
import { keyRows } from '../routes/key-row.ts';
import { exportedAs } from '../store/table.ts';
import { createAccountHandlers } from './handlers.ts';
import { createMeOperation } from './me-operation.ts';

/** The account as a whole. */
export const accounts: Capability = {
  tables: {
    account: {},
    activity: exportedAs({
      name: 'activity',
      read: async ({ database }, accountId) =>
        (await listActivity(database, accountId)).map(({ at, ...entry }) => ({ at: toTime(at), ...entry })),
    }),
  },
  rows(services) {
    const account = createAccountHandlers(services);
    return [
      ...keyRows({ getMe: createMeOperation(services) }),
      compressed(row('GET', '/roster', 'full', 'consoleReadRoster', account.roster)),
      compressed(row('GET', '/activity', 'full', 'consoleActivity', account.activity)),
      row('POST', '/activity/import', 'full', 'consoleNoteImport', account.noteImport),
      // Not compressed: the data of other tools has no bound, and compression is synchronous.
      row('GET', '/export', 'full', 'consoleExport', account.export),
      row('PATCH', '/account', 'full', 'consoleChangeAccount', account.change),
      row('DELETE', '/account', 'verified', 'consoleDeleteAccount', account.remove),
      row('GET', '/limits', 'full', 'consoleLimits', account.limits),
    ];
  },
};
