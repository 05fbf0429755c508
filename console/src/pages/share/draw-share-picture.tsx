import type { ShareView } from '../../../../server/shares/share-views.ts';
import { shareApi } from '../../api/share-api.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { currentAccountId, signedInSession } from '../../session/session-state.ts';

const RosterPicture = lazyPart(async () => (await import('../../picture/roster-picture.tsx')).RosterPicture);

interface DrawSharePictureProps {
  share: ShareView;
  onClose: () => void;
  onSaved: (share: ShareView) => void;
}

/** A picture of what a link shows, which may become its preview picture. */
export const DrawSharePicture = ({
  share,
  share: { name, shows, showsPlayer, students, borrow },
  onClose,
  onSaved,
}: DrawSharePictureProps) => (
  <RosterPicture
    studentUids={students === null ? undefined : [...new Set([...students, ...Object.values(borrow).flat()])]}
    order="best-first"
    title={name}
    player={showsPlayer ? signedInSession()?.account.name : undefined}
    shows={shows}
    onClose={onClose}
    onUse={async (png) => onSaved(await shareApi.savePicture(currentAccountId(), share, png))}
  />
);
