import type { ConsoleContext } from '../console/console-context.ts';
import { type ConsoleRow, row } from '../console/console-route.ts';
import { createAppHandlers } from './app-handlers.ts';
import type { OAuthSite } from './oauth-site.ts';

/** What the console sends when a player answers an app. To let one in takes a fresh passkey check, as a new key does. */
export function appRows(context: ConsoleContext, site: OAuthSite): ConsoleRow[] {
  const apps = createAppHandlers(context, site);
  return [
    row('POST', '/apps/device', 'full', 'consoleFindDevice', apps.findDevice),
    row('POST', '/apps/device/allow', 'verified', 'consoleAllowDevice', apps.allowDevice),
    row('POST', '/apps/device/deny', 'full', 'consoleDenyDevice', apps.denyDevice),
    row('POST', '/apps/consent', 'full', 'consoleFindConsent', apps.findConsent),
    row('POST', '/apps/consent/allow', 'verified', 'consoleAllowConsent', apps.allowConsent),
    row('POST', '/apps/consent/deny', 'full', 'consoleDenyConsent', apps.denyConsent),
  ];
}
