import { toTime, toTimeOrNull } from '../console/console-context.ts';
import type { Database } from '../store/database.ts';
import { listPictures, type StoredShare } from './share-records.ts';

/** Without the address, which opens it. */
export const toSharePart = ({ shareId, settings, createdAt, renewedAt, expiresAt }: StoredShare): object => ({
  shareId,
  ...settings,
  createdAt: toTime(createdAt),
  renewedAt: toTimeOrNull(renewedAt),
  expiresAt: toTimeOrNull(expiresAt),
});

/** One by one: each may have hundreds of kilobytes. */
export async function* exportPictures(database: Database, accountId: string): AsyncGenerator<string> {
  let separator = '[';
  for (const picture of await listPictures(database, accountId)) {
    yield separator + JSON.stringify(picture);
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}
