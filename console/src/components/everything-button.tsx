import { consoleApi } from '../api/console-api.ts';
import { downloadFile, fileDate } from '../download-file.ts';
import { COMMON } from '../texts/common-texts.ts';
import { translate } from '../translate.ts';
import { useAction } from '../use-action.ts';
import { ActionButton } from './form-fields.tsx';
import { ErrorMessage } from './notice.tsx';

/** Saves all that is stored of the account as a file. */
export function EverythingButton() {
  const save = useAction(async () => {
    const everything = await consoleApi.exportEverything();
    downloadFile(
      `rollbook-everything-${fileDate()}.json`,
      `${JSON.stringify(everything, null, 2)}\n`,
      'application/json',
    );
  });
  return (
    <>
      <ActionButton class="quiet" pending={save.pending.value} onClick={() => void save.run()}>
        {translate(COMMON.saveEverything)}
      </ActionButton>
      <ErrorMessage error={save.error.value} />
    </>
  );
}
