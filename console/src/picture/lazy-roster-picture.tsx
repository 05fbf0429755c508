import { Dialog } from '../components/dialog.tsx';
import { lazyPart } from '../components/lazy-part.tsx';
import { PICTURE } from '../texts/picture-texts.ts';

/** What draws is loaded with the first picture. */
export const RosterPicture = lazyPart(
  async () => (await import('./roster-picture.tsx')).RosterPicture,
  ({ onClose, children }) => (
    <Dialog title={PICTURE.title} onClose={onClose}>
      {children}
    </Dialog>
  ),
);
