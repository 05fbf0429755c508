import type { Capability } from '../capability.ts';
import { longBody, reserved, row } from '../console/console-route.ts';
import { exportedAs } from '../store/table.ts';
import { createSharePages } from './create-share-pages.ts';
import { createShareHandlers } from './handlers.ts';
import { openShareRow } from './open-share.ts';
import { previewRow } from './preview.ts';
import { exportShares } from './share-export.ts';
import { createSettingsReader } from './share-settings.ts';

/** The links of players: what the console does with them, and what strangers see. */
export const shares: Capability = {
  tables: {
    share_link: exportedAs({
      name: 'shares',
      readPieces: ({ database }, accountId) => exportShares(database, accountId),
    }),
  },
  rows(house) {
    const readSettings = createSettingsReader(house);
    const pages = createSharePages(house);
    const shares = createShareHandlers(house, readSettings);
    return [
      row('GET', '/shares', 'full', 'consoleListShares', shares.list),
      row('POST', '/shares', 'full', 'consoleCreateShare', shares.create),
      row('PATCH', '/shares/{shareId}', 'full', 'consoleChangeShare', shares.change),
      reserved(row('POST', '/shares/{shareId}/renew', 'full', 'consoleRenewShare', shares.renew)),
      reserved(row('DELETE', '/shares/{shareId}', 'full', 'consoleDeleteShare', shares.remove)),
      longBody(row('POST', '/shares/{shareId}/picture', 'full', 'consoleSavePicture', shares.savePicture)),
      reserved(row('DELETE', '/shares/{shareId}/picture', 'full', 'consoleDropPicture', shares.dropPicture)),
      previewRow(house, readSettings, pages),
      openShareRow(house, pages),
    ];
  },
};
