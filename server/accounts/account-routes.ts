import type { Permission } from '../../contract/limits.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { type ConsoleRow, compressed, row } from '../console/console-route.ts';
import type { RateLimiter } from '../store/rate-limiter.ts';
import { createAccountHandlers, type NameOf } from './account-handlers.ts';

/** `limiters` are those of the API, whose use the console shows. `nameOf` names a student of the catalogue. */
export function accountRows(
  context: ConsoleContext,
  limiters: Record<Permission, RateLimiter>,
  nameOf: NameOf,
): ConsoleRow[] {
  const account = createAccountHandlers(context, limiters, nameOf);
  return [
    compressed(row('GET', '/roster', 'full', 'consoleReadRoster', account.roster)),
    compressed(row('GET', '/activity', 'full', 'consoleActivity', account.activity)),
    row('POST', '/activity/import', 'full', 'consoleNoteImport', account.noteImport),
    // Not compressed: the data of other tools has no bound, and compression is synchronous.
    row('GET', '/export', 'full', 'consoleExport', account.export),
    row('PATCH', '/account', 'full', 'consoleChangeAccount', account.change),
    row('DELETE', '/account', 'verified', 'consoleDeleteAccount', account.remove),
    row('GET', '/limits', 'full', 'consoleLimits', account.limits),
  ];
}
