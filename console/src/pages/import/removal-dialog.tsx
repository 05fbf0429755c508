import { Dialog, DialogButtons } from '../../components/dialog.tsx';
import { downloadFile, fileDate } from '../../components/download-file.ts';
import { ActionButton } from '../../components/form-fields.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { useAction } from '../../components/use-action.ts';
import { CHANGES } from '../../texts/change-texts.ts';
import { IMPORT } from '../../texts/import-texts.ts';
import { translate } from '../../texts/translate.ts';
import { writer } from './import-state.ts';
import { selectedEntries } from './review-state.ts';
import { runTextTask } from './run-text-task.ts';

/** A removal takes the bond with it and cannot be undone, so the roster is offered as a file first. */
export function RemovalDialog({ count, onClose }: { count: number; onClose: () => void }) {
  const save = useAction(async () => {
    const text = await runTextTask('writeRoster', [await writer.rollbook.roster.list(), { format: 'json' }]);
    downloadFile(`rollbook-${fileDate()}.json`, text, 'application/json');
  });
  return (
    <Dialog title={translate(CHANGES.confirmTitle(count))} class="narrow" onClose={onClose}>
      <p>{translate(IMPORT.confirmText)}</p>
      <ActionButton class="quiet" pending={save.pending.value} onClick={() => void save.run()}>
        {translate(IMPORT.saveRoster)}
      </ActionButton>
      <ErrorMessage error={save.error.value} />
      <DialogButtons onClose={onClose}>
        <ActionButton
          class="destructive"
          pending={false}
          onClick={() => {
            onClose();
            void writer.write(selectedEntries.peek());
          }}
        >
          {translate(IMPORT.confirmButton)}
        </ActionButton>
      </DialogButtons>
    </Dialog>
  );
}
