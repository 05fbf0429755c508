import { useComputed } from '@preact/signals';
import { SHARED_PARTS, type SharedPart } from '../../../contract/shares.ts';
import { Dialog } from '../components/dialog.tsx';
import { Pending } from '../components/pending.tsx';
import { useResource } from '../components/use-resource.ts';
import { isRosterLoaded } from '../roster/roster-store.ts';
import { currentAccountId } from '../session/session-state.ts';
import { PICTURE } from '../texts/picture-texts.ts';
import { PictureDialog } from './picture-dialog.tsx';
import { bestFirst, loadPictured, picturedStudents } from './pictured-students.ts';

interface RosterPictureProps {
  /** All who are recruited by default. */
  studentUids?: readonly string[] | undefined;
  /** As they are given, or as on the page of a link: the best first. */
  order: 'given' | 'best-first';
  title: string;
  player?: string | undefined;
  shows?: readonly SharedPart[];
  onClose: () => void;
  onUse?: (pngBase64: string) => Promise<void>;
}

/** A picture of students of the roster, once their values are there: for a link as the service has them now. */
export function RosterPicture({ studentUids, order, ...dialog }: RosterPictureProps) {
  const accountId = currentAccountId();
  const { shows } = dialog;
  const [resource, reload] = useResource(() => loadPictured(accountId, shows));
  const students = useComputed(() => {
    const chosen = picturedStudents(studentUids, shows ?? SHARED_PARTS);
    return order === 'given' ? chosen : bestFirst(chosen);
  });
  if (shows === undefined ? isRosterLoaded.value : resource.value.value)
    return <PictureDialog {...dialog} students={students.value} />;
  return (
    <Dialog title={PICTURE.title} onClose={dialog.onClose}>
      <Pending rows={4} error={resource.value.error} onRetry={reload} />
    </Dialog>
  );
}
