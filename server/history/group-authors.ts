import { toTime } from '../console/console-context.ts';
import { listSessions } from '../session/session-records.ts';
import { sessionExpiry, sessionIdOf } from '../session/sessions.ts';
import { listKeys } from '../store/find-accounts.ts';
import type { Store } from '../store/store.ts';
import { type GroupAuthor, listAuthors } from './records.ts';
import type { GroupAuthorView, HistoryAuthorView } from './views.ts';

/** Returns a function that tells what has become of an author. `ownDigest` is that of the session that asks. */
export async function createAuthorViews(
  store: Pick<Store, 'database'>,
  accountId: string,
  ownDigest: string,
  now: number,
): Promise<(author: GroupAuthor) => GroupAuthorView> {
  const keys = new Map((await listKeys(store, accountId)).map((key) => [key.keyId, key]));
  const sessions = (await listSessions(store.database, accountId)).filter(
    (session) => now < sessionExpiry(session),
  );
  const browsers = new Map(sessions.map(({ digest, browser }) => [digest, browser]));
  return ({ byKind, byId, byName }) => {
    if (byKind === 'operator') return { kind: byKind };
    if (byKind === 'key') {
      const key = keys.get(byId);
      const isApp = (key?.app ?? null) !== null;
      return { kind: byKind, id: byId, name: byName, isApp, isRevoked: key?.revokedAt !== null };
    }
    return {
      kind: byKind,
      sessionId: sessionIdOf({ digest: byId }),
      browser: browsers.get(byId) ?? byName,
      isCurrent: byId === ownDigest,
      hasEnded: !browsers.has(byId),
    };
  };
}

/** The authors of changes that are kept, the last first. */
export async function viewAuthors(
  store: Pick<Store, 'database'>,
  accountId: string,
  ownDigest: string,
  now: number,
): Promise<HistoryAuthorView[]> {
  const viewAuthor = await createAuthorViews(store, accountId, ownDigest, now);
  const authors = await listAuthors(store.database, accountId);
  return authors.map((author) => ({
    ...viewAuthor(author),
    lastAt: toTime(author.lastAt),
    groups: author.groups,
  }));
}

/** The keys and other sessions that an eviction ends, as they are after it. */
export const endAuthors = (authors: readonly HistoryAuthorView[]): HistoryAuthorView[] =>
  authors.flatMap((author) => {
    if (author.kind === 'key') return author.isRevoked ? [] : { ...author, isRevoked: true };
    if (author.kind === 'console')
      return author.isCurrent || author.hasEnded ? [] : { ...author, hasEnded: true };
    return [];
  });
