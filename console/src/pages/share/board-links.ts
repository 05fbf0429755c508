import { SHARED_PARTS } from '../../../../contract/shares.ts';
import type { ShareSettings, ShareView } from '../../../../server/shares/views.ts';
import { freeName, newDraft, toSettings } from './share-draft.ts';
import { stateOfShare } from './share-state.ts';

/** In place of the ID of a link: one that is made on the way. */
export const NEW_LINK = 'new';

const CLUB_PARTS = SHARED_PARTS.filter((part) => part === 'weapon' || part === 'growth');

/** What a club usually shows: who has raised whom. */
export const clubSettings = (boardName: string, taken: readonly string[], now: number): ShareSettings =>
  toSettings(
    { ...newDraft(freeName(boardName, taken), undefined, now), shows: CLUB_PARTS, showsPlayer: true },
    null,
    now,
  );

/** What can stand on a board. */
export const listOpenLinks = (shares: readonly ShareView[], now = Date.now()): ShareView[] =>
  shares.filter((share) => stateOfShare(share, now) !== 'ended');

/** The link that stands there, or the first that shows at least what a club shows, or a new one where there is room. */
export function suggestLink(
  open: readonly ShareView[],
  current: string | null,
  hasRoom: boolean,
): string | undefined {
  const link =
    open.find(({ shareId }) => shareId === current) ??
    open.find(
      ({ shows, students, showsPlayer }) =>
        showsPlayer && students === null && CLUB_PARTS.every((part) => shows.includes(part)),
    );
  return link?.shareId ?? (hasRoom ? NEW_LINK : open[0]?.shareId);
}
