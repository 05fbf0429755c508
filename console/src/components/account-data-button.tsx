import { consoleApi } from '../api/console-api.ts';
import { nameLanguage } from '../preferences.ts';
import { COMMON } from '../texts/common-texts.ts';
import { translate } from '../texts/translate.ts';
import { downloadFile, fileDate } from './download-file.ts';
import { ActionButton } from './form-fields.tsx';
import { ErrorMessage } from './notice.tsx';
import { useAction } from './use-action.ts';

/** Saves the data of the account as a file. */
export function AccountDataButton() {
  const save = useAction(async () => {
    const accountData = await consoleApi.exportAccountData(nameLanguage());
    downloadFile(`rollbook-account-${fileDate()}.json`, accountData, 'application/json');
  });
  return (
    <>
      <ActionButton class="quiet" pending={save.pending.value} onClick={() => void save.run()}>
        {translate(COMMON.saveAccountData)}
      </ActionButton>
      <ErrorMessage error={save.error.value} />
    </>
  );
}
