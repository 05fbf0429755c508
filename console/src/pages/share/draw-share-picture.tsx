import type { ShareView } from '../../../../server/shares/views.ts';
import { shareApi } from '../../api/share-api.ts';
import { RosterPicture } from '../../picture/lazy-roster-picture.tsx';
import { linkPicture } from '../../picture/link-picture.ts';
import { currentAccountId } from '../../session/session-state.ts';

interface DrawSharePictureProps {
  share: ShareView;
  onClose: () => void;
  onSaved: (share: ShareView) => void;
}

/** A picture of what a link shows, which may become its preview picture. */
export const DrawSharePicture = ({ share, onClose, onSaved }: DrawSharePictureProps) => (
  <RosterPicture
    {...linkPicture(share)}
    order="best-first"
    onClose={onClose}
    onUse={async (png) => onSaved(await shareApi.savePicture(currentAccountId(), share, png))}
  />
);
