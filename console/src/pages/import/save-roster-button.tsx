import { downloadFile, fileDate } from '../../components/download-file.ts';
import { ActionButton } from '../../components/form-fields.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { useAction } from '../../components/use-action.ts';
import { IMPORT } from '../../texts/import-texts.ts';
import { translate } from '../../texts/translate.ts';
import { writer } from './import-state.ts';
import { runTextTask } from './run-text-task.ts';

/** A removal takes the bond with it and cannot be undone, so the roster is offered as a file first. */
export function SaveRosterButton() {
  const save = useAction(async () => {
    const text = await runTextTask('writeRoster', [await writer.rollbook.roster.list(), { format: 'json' }]);
    downloadFile(`rollbook-${fileDate()}.json`, text, 'application/json');
  });
  return (
    <>
      <ActionButton class="quiet" pending={save.pending.value} onClick={() => void save.run()}>
        {translate(IMPORT.saveRoster)}
      </ActionButton>
      <ErrorMessage error={save.error.value} />
    </>
  );
}
