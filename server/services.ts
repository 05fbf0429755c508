import type { Server } from 'node:http';
import { type Permission, SHARE_LIMIT, STUDENTS_PER_WRITE } from '../contract/limits.ts';
import type { AppContext } from './app-context.ts';
import {
  type AdmitKey,
  type Authenticate,
  createAuthenticator,
  createKeyAdmission,
} from './auth/admit-key.ts';
import { LastUsedTracker } from './auth/last-used.ts';
import { connectsApps } from './config.ts';
import { type AdmitSession, createSessionAdmission } from './console/admit-session.ts';
import type { ConsoleContext } from './console/console-context.ts';
import { createConsoleLimits } from './console/console-limits.ts';
import { createConsoleSite } from './console/console-site.ts';
import { createCallerAddress } from './http/caller-address.ts';
import { createChallenge } from './http/oauth-challenge.ts';
import { createOAuthSite } from './http/oauth-site.ts';
import { createPublicUrls } from './http/public-urls.ts';
import { createReadinessProbe } from './http/readiness.ts';
import { openPortraitFolders, type PortraitFolders } from './portraits/portrait-folders.ts';
import type { AddressLimiter } from './rate-limit/address-limiter.ts';
import { createFixedAddressLimiter, createRateLimiters } from './rate-limit/create-rate-limiters.ts';
import { takeReport } from './rate-limit/rate-limit-headers.ts';
import type { RouteTable } from './routes/route-table.ts';
import { ChangeWatcher } from './store/change-watcher.ts';
import type { RateLimiter } from './store/rate-limiter.ts';
import type { Tables } from './store/table.ts';

/** The services that capabilities share. */
export interface Services extends AppContext, ConsoleContext {
  /** The tables of all capabilities, in their order. */
  readonly tables: Tables;
  readonly authenticate: Authenticate;
  /** Counts the views of links and boards of each address. */
  readonly linkViews: AddressLimiter;
  /** The limiters of the API. */
  readonly limiters: Record<Permission, RateLimiter>;
  /** Rejects unless the store reads and makes a write durable. */
  readonly ready: () => Promise<void>;
  /** Undefined where there is no place for them. */
  readonly portraitFolders: PortraitFolders | undefined;
  /** The routes that a key may call, once all rows are known. */
  readonly api: () => RouteTable;
}

export type ServiceOptions = Omit<AppContext, 'urls' | 'changes'>;

interface Built {
  readonly services: Services;
  readonly admitKey: AdmitKey;
  readonly admitSession: AdmitSession;
  readonly lastUsed: LastUsedTracker;
}

export function createServices(
  options: ServiceOptions,
  server: Server,
  isStopping: () => boolean,
  tables: Tables,
  api: () => RouteTable,
): Built {
  const { config, store, now, ticks } = options;
  const urls = createPublicUrls(server, config);
  const app: AppContext = { ...options, urls, changes: new ChangeWatcher(store.database, now) };
  const lastUsed = new LastUsedTracker(store.database);
  const challenge = connectsApps(config) ? createChallenge(createOAuthSite(urls)) : undefined;
  const authenticate = createAuthenticator(store, lastUsed, now, challenge);
  const limiters = createRateLimiters(config, store, ticks);
  const site = createConsoleSite(urls);
  const { countRequest, countWrite, countSignIn } = createConsoleLimits(store, ticks);
  const services: Services = {
    ...app,
    tables,
    authenticate,
    linkViews: createFixedAddressLimiter('share', SHARE_LIMIT, store, ticks),
    limiters,
    ready: createReadinessProbe(store, isStopping),
    portraitFolders: openPortraitFolders(app),
    api,
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
  };
  return {
    services,
    lastUsed,
    admitKey: createKeyAdmission(authenticate, limiters, config),
    admitSession: createSessionAdmission(app, countRequest, site, createCallerAddress(config.trustedProxies)),
  };
}
