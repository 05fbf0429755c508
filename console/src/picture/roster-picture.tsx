import { useComputed } from '@preact/signals';
import { orderSharedStudents } from '../../../contract/order-shared-students.ts';
import { SHARED_PARTS, type SharedPart } from '../../../contract/shares.ts';
import { Dialog } from '../components/dialog.tsx';
import { Pending } from '../components/pending.tsx';
import { useResource } from '../components/use-resource.ts';
import { findGoal, loadGoals } from '../goals/goal-store.ts';
import { nameLanguage } from '../preferences.ts';
import { isRosterLoaded, loadRoster, rosterEntries } from '../roster/roster-store.ts';
import { currentAccountId } from '../session/session-state.ts';
import { PICTURE } from '../texts/picture-texts.ts';
import { PictureDialog } from './picture-dialog.tsx';
import { toPictureStudents } from './picture-student.ts';

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
  const isOfLink = shows !== undefined;
  const needsGoals = shows?.includes('goals') === true;
  const [resource, reload] = useResource(async () => {
    const goals = loadGoals(accountId);
    await Promise.all([
      isRosterLoaded.peek() && !isOfLink ? undefined : loadRoster(accountId),
      // Where they are only offered, the picture has everything else without them.
      needsGoals ? goals : goals.catch(() => {}),
    ]);
    return true;
  });
  const students = useComputed(() => {
    const entries = new Map(rosterEntries().map((entry) => [entry.student.studentUid, entry]));
    const chosen = toPictureStudents(
      studentUids === undefined
        ? [...entries.values()]
        : studentUids.flatMap((uid) => entries.get(uid) ?? []),
      { parts: shows ?? SHARED_PARTS, names: nameLanguage(), wantedOf: (uid) => findGoal(uid)?.wanted },
    );
    return order === 'given' ? chosen : orderSharedStudents(chosen, nameLanguage());
  });
  if (isOfLink ? resource.value.value : isRosterLoaded.value)
    return <PictureDialog {...dialog} students={students.value} />;
  return (
    <Dialog title={PICTURE.title} onClose={dialog.onClose}>
      <Pending rows={4} error={resource.value.error} onRetry={reload} />
    </Dialog>
  );
}
