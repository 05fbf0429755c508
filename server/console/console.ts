import { STUDENTS_PER_WRITE } from '../../contract/limits.ts';
import type { AppContext } from '../app-context.ts';
import { connectsApps } from '../config.ts';
import { createCallerAddress } from '../http/caller-address.ts';
import { takeReport } from '../rate-limit/rate-limit-headers.ts';
import type { Route } from '../routes/route-table.ts';
import type { AccountQueue } from '../scheduling/account-queue.ts';
import { type AdmitSession, createSessionAdmission } from './admit-session.ts';
import type { ConsoleContext } from './console-context.ts';
import { createConsoleLimits } from './console-limits.ts';
import { consolePages } from './console-pages.ts';
import { type ConsoleRow, toRoute } from './console-route.ts';
import { createConsoleSite } from './console-site.ts';

/** The console: its pages, the operations on students with a session, and the rows of the capabilities that it shows. */
export function consoleRoutes(
  app: AppContext,
  rowsOf: (context: ConsoleContext) => readonly ConsoleRow[],
  routesOf: (admit: AdmitSession) => readonly Route[],
  readQueue: AccountQueue,
): Route[] {
  const { config, store, urls, ticks } = app;
  const site = createConsoleSite(urls);
  const { countRequest, countWrite, countSignIn } = createConsoleLimits(store, ticks);
  const admit = createSessionAdmission(app, countRequest, site, createCallerAddress(config.trustedProxies));
  const rows = rowsOf({
    ...app,
    site,
    async countAttempt(subject) {
      const { error } = await countSignIn(subject);
      if (error) throw error;
    },
    async countStudents({ incoming, session }, students) {
      for (let counted = STUDENTS_PER_WRITE; counted < students; counted += STUDENTS_PER_WRITE) {
        takeReport(incoming, await countWrite(session));
      }
    },
  });
  return [
    ...rows.map((one) => toRoute(one, admit, readQueue)),
    ...routesOf(admit),
    ...consolePages(site, connectsApps(config)),
  ];
}
