import type { Capability } from '../capability.ts';
import { connectsApps } from '../config.ts';
import { row } from '../console/console-route.ts';
import { deleteExpiredAppRequests } from './app-requests.ts';
import { createAppHandlers } from './handlers.ts';
import { oauthRows } from './oauth-rows.ts';
import { createOAuthSite } from './oauth-site.ts';

/** How apps are let in. For the console to let one in takes a fresh passkey check, as a new key does. */
export const apps: Capability = {
  tables: {
    app_request: {
      ofAccount: { exported: 'nothing', end: 'by-themselves' },
      foundBy: 'digest',
      expire: deleteExpiredAppRequests,
    },
  },
  rows(house) {
    if (!connectsApps(house.config)) return [];
    const site = createOAuthSite(house.urls);
    const apps = createAppHandlers(house, site);
    return [
      row('POST', '/apps/device', 'full', 'consoleFindDevice', apps.findDevice),
      row('POST', '/apps/device/allow', 'verified', 'consoleAllowDevice', apps.allowDevice),
      row('POST', '/apps/device/deny', 'full', 'consoleDenyDevice', apps.denyDevice),
      row('POST', '/apps/consent', 'full', 'consoleFindConsent', apps.findConsent),
      row('POST', '/apps/consent/allow', 'verified', 'consoleAllowConsent', apps.allowConsent),
      row('POST', '/apps/consent/deny', 'full', 'consoleDenyConsent', apps.denyConsent),
      ...oauthRows(house, site),
    ];
  },
};
