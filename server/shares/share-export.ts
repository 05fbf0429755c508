import { toTime, toTimeOrNull } from '../console/console-context.ts';
import type { Database } from '../store/database.ts';
import { listShares, readPicture } from './records.ts';

/** Without the addresses, which open them. One by one: a picture may have hundreds of kilobytes. */
export async function* exportShares(database: Database, accountId: string): AsyncGenerator<string> {
  yield '[';
  let separator = '';
  for (const { shareId, settings, picture, ...share } of await listShares(database, accountId)) {
    const image = picture && (await readPicture(database, accountId, shareId, picture.hash));
    yield separator +
      JSON.stringify({
        shareId,
        ...settings,
        createdAt: toTime(share.createdAt),
        renewedAt: toTimeOrNull(share.renewedAt),
        expiresAt: toTimeOrNull(share.expiresAt),
        ...(picture && image && { picture: { sentAt: toTime(picture.sentAt), image } }),
      });
    separator = ',';
  }
  yield ']';
}
