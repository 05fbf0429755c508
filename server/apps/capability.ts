import type { Capability } from '../capability.ts';
import { connectsApps } from '../config.ts';
import { reserved, row } from '../console/console-route.ts';
import { createOAuthSite } from '../http/oauth-site.ts';
import { deleteExpiredAppRequests } from './app-requests.ts';
import { createAppHandlers } from './handlers.ts';
import { oauthRows } from './oauth-rows.ts';

/** How apps are let in. For the console to let one in takes a fresh passkey check, as a new key does. */
export const apps: Capability = {
  tables: {
    app_request: {
      ofAccount: { exported: 'nothing', end: 'by-themselves' },
      foundBy: 'digest',
      expire: deleteExpiredAppRequests,
    },
  },
  rows(services) {
    if (!connectsApps(services.config)) return [];
    const site = createOAuthSite(services.urls);
    const handlers = createAppHandlers(services, site);
    return [
      row('POST', '/apps/device', 'full', 'consoleFindDevice', handlers.findDevice),
      row('POST', '/apps/device/allow', 'verified', 'consoleAllowDevice', handlers.allowDevice),
      row('POST', '/apps/device/deny', 'full', 'consoleDenyDevice', handlers.denyDevice),
      row('POST', '/apps/consent', 'full', 'consoleFindConsent', handlers.findConsent),
      row('POST', '/apps/consent/allow', 'verified', 'consoleAllowConsent', handlers.allowConsent),
      row('POST', '/apps/consent/deny', 'full', 'consoleDenyConsent', handlers.denyConsent),
      row('POST', '/apps/{keyId}/write', 'verified', 'consoleLetAppWrite', handlers.letWrite),
      reserved(row('POST', '/apps/{keyId}/ask', 'full', 'consoleLetAppAsk', handlers.letAsk)),
      ...oauthRows(services, site),
    ];
  },
};
