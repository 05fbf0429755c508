import type { ConsoleContext } from '../console/console-context.ts';
import { type ConsoleRow, compressed, row } from '../console/console-route.ts';
import { createHistoryHandlers } from './history-handlers.ts';

export function historyRows(
  context: ConsoleContext,
  resolve: (uid: string) => string | undefined,
): ConsoleRow[] {
  const history = createHistoryHandlers(context, resolve);
  return [
    compressed(row('GET', '/history/groups', 'full', 'consoleHistoryGroups', history.groups)),
    compressed(row('GET', '/history/authors', 'full', 'consoleHistoryAuthors', history.authors)),
    compressed(row('GET', '/history/roster', 'full', 'consoleHistoryRoster', history.roster)),
    compressed(row('GET', '/history/growth', 'full', 'consoleGrowth', history.growth)),
  ];
}
