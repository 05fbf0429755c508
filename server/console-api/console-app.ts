import { createPasskeys } from '../auth/passkeys.ts';
import type { Config } from '../config.ts';
import type { Middleware } from '../http/api-middleware.ts';
import { createCallerAddress } from '../http/caller-address.ts';
import type { JsonBodyReader } from '../http/json-body.ts';
import type { PublicUrls } from '../http/public-urls.ts';
import type { Responder } from '../http/responder.ts';
import type { ApiRoute, ConsoleRoute, Route } from '../routes/route-table.ts';
import type { RateLimiter } from '../store/rate-limiter.ts';
import type { Store } from '../store/store.ts';
import type { ConsoleContext } from './console-context.ts';
import { createConsoleLimits } from './console-limits.ts';
import { createConsoleMiddleware } from './console-middleware.ts';
import { consolePages } from './console-pages.ts';
import { consoleRoutes } from './console-routes.ts';
import { createConsoleSite } from './console-site.ts';

export interface ConsoleDependencies {
  config: Config;
  store: Store;
  urls: PublicUrls;
  responder: Responder;
  readBody: JsonBodyReader;
  /** The operations of the contract, which the console calls with a session. */
  operations: readonly ApiRoute[];
  /** Of the API, whose use the console shows. */
  apiLimiters: Record<ApiRoute['permission'], RateLimiter>;
  now: () => number;
  ticks: () => number;
}

/** The console: its pages, its API and what a request of it must pass. */
export function createConsole(dependencies: ConsoleDependencies): {
  routes: Route[];
  middleware: Middleware<ConsoleRoute>;
} {
  const { config, store, urls, responder, readBody, operations, apiLimiters, now, ticks } = dependencies;
  const site = createConsoleSite(urls);
  const { countRequest, countSignIn } = createConsoleLimits(store, ticks);
  const context: ConsoleContext = {
    store,
    passkeys: createPasskeys(store.console, site, now),
    site,
    signup: config.signup,
    async countAttempt(subject) {
      const { error } = await countSignIn(subject);
      if (error) throw error;
    },
    now,
  };
  return {
    routes: [...consoleRoutes(context, config, apiLimiters, operations), ...consolePages(site, responder)],
    middleware: createConsoleMiddleware(
      store,
      countRequest,
      site,
      createCallerAddress(config.trustedProxies),
      readBody,
      now,
    ),
  };
}
