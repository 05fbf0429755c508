import { useSignal } from '@preact/signals';
import { DialogForm } from '../../components/dialog-form.tsx';
import { nameOfStudent } from '../../components/student-name.tsx';
import { useAction } from '../../components/use-action.ts';
import { planChanges } from '../../roster/bulk-change.ts';
import type { PastedBlock } from '../../roster/paste-block.ts';
import { reportBulk } from '../../roster/report-bulk.ts';
import { changeStudents } from '../../roster/roster-store.ts';
import { BULK } from '../../texts/bulk-texts.ts';
import { translate } from '../../texts/translate.ts';
import { BulkPreview } from './bulk-preview.tsx';

/** What pasted cells do to each student, before they are saved. */
export function PasteDialog({ block, onClose }: { block: PastedBlock; onClose: () => void }) {
  const { wanted, misnamed, rowsCut, columnsCut } = block;
  // What is saved while the dialog is open does not change what it shows.
  const plan = useSignal(planChanges(wanted, { registers: true })).value;
  const { length: total } = plan.changed;
  const save = useAction(async () => {
    reportBulk(
      await changeStudents(
        plan.changed.map(({ entry, changes }) => ({ studentUid: entry.student.studentUid, changes })),
        () => {},
      ),
    );
    onClose();
  });
  const notes = [
    ...(misnamed.length > 0
      ? [BULK.pasteMisnamed(misnamed.map(({ student }) => nameOfStudent(student)).join(', '))]
      : []),
    ...(rowsCut > 0 ? [BULK.pasteRowsCut(rowsCut)] : []),
    ...(columnsCut > 0 ? [BULK.pasteColumnsCut(columnsCut)] : []),
  ];
  return (
    <DialogForm
      title={BULK.pasteTitle}
      action={save}
      disabled={total === 0}
      submitLabel={BULK.apply(total)}
      onClose={onClose}
    >
      <BulkPreview plan={plan} />
      {notes.map((note) => (
        <p key={note.en} class="hint">
          {translate(note)}
        </p>
      ))}
    </DialogForm>
  );
}
