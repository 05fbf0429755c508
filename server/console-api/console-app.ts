import type { Permission } from '../../contract/limits.ts';
import type { AppContext } from '../app-context.ts';
import { createPasskeys } from '../auth/passkeys.ts';
import { createCallerAddress } from '../http/caller-address.ts';
import type { Operations } from '../routes/api-routes.ts';
import type { Route } from '../routes/route-table.ts';
import type { RateLimiter } from '../store/rate-limiter.ts';
import { createSessionAdmission } from './admit-session.ts';
import { createConsoleLimits } from './console-limits.ts';
import { consolePages } from './console-pages.ts';
import { toRoute } from './console-route.ts';
import { consoleRows } from './console-routes.ts';
import { createConsoleSite } from './console-site.ts';
import { studentRoutes } from './student-routes.ts';

/** The console: its pages and its API. */
export function consoleRoutes(
  app: AppContext,
  operations: Operations,
  resolve: (uid: string) => string | undefined,
  apiLimiters: Record<Permission, RateLimiter>,
): Route[] {
  const { config, store, urls, now, ticks } = app;
  const site = createConsoleSite(urls);
  const { countRequest, countSignIn } = createConsoleLimits(store, ticks);
  const admit = createSessionAdmission(app, countRequest, site, createCallerAddress(config.trustedProxies));
  const rows = consoleRows({
    ...app,
    passkeys: createPasskeys(store.console, site, now),
    site,
    async countAttempt(subject) {
      const { error } = await countSignIn(subject);
      if (error) throw error;
    },
    apiLimiters,
  });
  return [
    ...rows.map((one) => toRoute(one, admit)),
    ...studentRoutes(operations, admit, resolve),
    ...consolePages(site),
  ];
}
