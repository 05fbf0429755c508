import type { Bilingual } from '../../../../contract/bilingual.ts';
import type { GroupAuthorView } from '../../../../server/history/views.ts';
import { HISTORY } from '../../texts/history-texts.ts';

/** Undefined while the author is no key, or one that works. */
export function describeRevoked(author: GroupAuthorView): Bilingual | undefined {
  if (author.kind !== 'key' || !author.isRevoked) return undefined;
  return author.isApp ? HISTORY.disconnected : HISTORY.revoked;
}
