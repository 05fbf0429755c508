import { useComputed } from '@preact/signals';
import { SHARED_PARTS } from '../../../../contract/shares.ts';
import { useResource } from '../../components/use-resource.ts';
import { loadGoals } from '../../goals/goal-store.ts';
import { chooseStudents } from '../../picture/chosen-students.ts';
import { PictureDialog } from '../../picture/picture-dialog.tsx';
import { sortBestFirst } from '../../picture/picture-student.ts';
import { order, selection, visibleUids } from '../../roster/roster-view-state.ts';
import { currentAccountId, signedInSession } from '../../session/session-state.ts';
import { PICTURE } from '../../texts/picture-texts.ts';
import { translate } from '../../texts/translate.ts';

/** A picture of the selected students, as they stand in the list; where that is in no order of its own, the best first. */
export function SelectionPicture({ onClose }: { onClose: () => void }) {
  // Without them the picture has everything else.
  useResource(() => loadGoals(currentAccountId()));
  const students = useComputed(() => {
    const visible = visibleUids.value.filter((uid) => selection.value.has(uid));
    const chosen = chooseStudents([...new Set([...visible, ...selection.value])], SHARED_PARTS);
    return order.value.by === 'catalogue' ? sortBestFirst(chosen) : chosen;
  });
  return (
    <PictureDialog
      students={students.value}
      title={translate(PICTURE.ownStudents)}
      player={signedInSession()?.account.name}
      onClose={onClose}
    />
  );
}
