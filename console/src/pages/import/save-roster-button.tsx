import { Button } from '../../components/button.tsx';
import { downloadFile, fileDate } from '../../components/download-file.ts';
import { ErrorMessage } from '../../components/notice.tsx';
import { useAction } from '../../components/use-action.ts';
import { runTextTask } from '../../imports/run-text-task.ts';
import { IMPORT } from '../../texts/import-texts.ts';
import { writer } from './import-state.ts';

/** A removal takes the bond with it and cannot be undone, so the roster is offered as a file first. */
export function SaveRosterButton() {
  const save = useAction(async () => {
    const text = await runTextTask('writeRoster', [await writer.rollbook.roster.list(), { format: 'json' }]);
    downloadFile(`rollbook-${fileDate()}.json`, text, 'application/json');
  });
  return (
    <>
      <Button text={IMPORT.saveRoster} action={save} />
      <ErrorMessage error={save.error.value} />
    </>
  );
}
