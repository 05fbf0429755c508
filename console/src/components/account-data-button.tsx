import { consoleApi } from '../api/console-api.ts';
import { nameLanguage } from '../preferences.ts';
import { COMMON } from '../texts/common-texts.ts';
import { Button, type ButtonProps } from './button.tsx';
import { downloadFile, fileDate } from './download-file.ts';
import { ErrorMessage } from './notice.tsx';
import { useAction } from './use-action.ts';

/** Saves the data of the account as a file. */
export function AccountDataButton({
  look,
  text = COMMON.saveAccountData,
}: Pick<ButtonProps, 'look' | 'text'>) {
  const save = useAction(async () => {
    const accountData = await consoleApi.exportAccountData(nameLanguage());
    downloadFile(`rollbook-account-${fileDate()}.json`, accountData, 'application/json');
  });
  return (
    <>
      <Button look={look} text={text} action={save} />
      <ErrorMessage error={save.error.value} />
    </>
  );
}
