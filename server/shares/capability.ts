import type { Capability } from '../capability.ts';
import { longBody, reserved, row } from '../console/console-route.ts';
import { exportedAs } from '../store/table.ts';
import { createSharePages } from './create-share-pages.ts';
import { createShareHandlers } from './handlers.ts';
import { openShareRow } from './open-share.ts';
import { previewRow } from './preview.ts';
import { exportShares } from './records.ts';
import { createSettingsReader } from './share-settings.ts';

/** The links of players: what the console does with them, and what strangers see. */
export const shares: Capability = {
  tables: {
    share_link: exportedAs({
      name: 'shares',
      readPieces: ({ database }, accountId) => exportShares(database, accountId),
    }),
  },
  rows(services) {
    const readSettings = createSettingsReader(services);
    const pages = createSharePages(services);
    const handlers = createShareHandlers(services, readSettings);
    return [
      row('GET', '/shares', 'full', 'consoleListShares', handlers.list),
      row('POST', '/shares', 'full', 'consoleCreateShare', handlers.create),
      row('PATCH', '/shares/{shareId}', 'full', 'consoleChangeShare', handlers.change),
      reserved(row('POST', '/shares/{shareId}/renew', 'full', 'consoleRenewShare', handlers.renew)),
      reserved(row('DELETE', '/shares/{shareId}', 'full', 'consoleDeleteShare', handlers.remove)),
      longBody(row('POST', '/shares/{shareId}/picture', 'full', 'consoleSavePicture', handlers.savePicture)),
      reserved(
        row('DELETE', '/shares/{shareId}/picture', 'full', 'consoleDropPicture', handlers.dropPicture),
      ),
      previewRow(services, readSettings, pages),
      openShareRow(services, pages),
    ];
  },
};
