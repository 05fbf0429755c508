import type { ShareView } from '../../../../server/shares/views.ts';
import { shareApi } from '../../api/share-api.ts';
import { RosterPicture } from '../../picture/lazy-roster-picture.tsx';
import { currentAccountId, signedInSession } from '../../session/session-state.ts';

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
