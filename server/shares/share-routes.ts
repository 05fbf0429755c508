import type { ConsoleContext } from '../console/console-context.ts';
import { type ConsoleRow, longBody, reserved, row } from '../console/console-route.ts';
import { createShareHandlers } from './share-handlers.ts';
import type { SettingsReader } from './share-settings.ts';
import type { ShareUrls } from './share-urls.ts';

/** What the console does with links. The one that shows a link before it exists is a route of its own. */
export function shareRows(
  context: ConsoleContext,
  readSettings: SettingsReader,
  urls: ShareUrls,
): ConsoleRow[] {
  const shares = createShareHandlers(context, readSettings, urls);
  return [
    row('GET', '/shares', 'full', 'consoleListShares', shares.list),
    row('POST', '/shares', 'full', 'consoleCreateShare', shares.create),
    row('PATCH', '/shares/{shareId}', 'full', 'consoleChangeShare', shares.change),
    reserved(row('POST', '/shares/{shareId}/renew', 'full', 'consoleRenewShare', shares.renew)),
    reserved(row('DELETE', '/shares/{shareId}', 'full', 'consoleDeleteShare', shares.remove)),
    longBody(row('POST', '/shares/{shareId}/picture', 'full', 'consoleSavePicture', shares.savePicture)),
    reserved(row('DELETE', '/shares/{shareId}/picture', 'full', 'consoleDropPicture', shares.dropPicture)),
  ];
}
