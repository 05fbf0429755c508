import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { serviceUrl } from '../page-address.ts';
import { signedInSession } from '../session/session-state.ts';
import { COMMON } from '../texts/common-texts.ts';
import { ENTRY } from '../texts/entry-texts.ts';
import { translate } from '../texts/translate.ts';
import { Button, Buttons } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import { downloadFile } from './download-file.ts';
import styles from './recovery-codes.module.css';
import { formatLongDate } from './time-text.tsx';

interface RecoveryCodesProps {
  codes: readonly string[];
  onKept: () => void;
}

/** The codes, the ways to keep them, and the confirmation that they are kept. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const isKept = useSignal(false);
  const isCopied = useSignal(false);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);
  const heading = translate(
    ENTRY.codesFile(signedInSession()?.account.name ?? '', serviceUrl, formatLongDate(Date.now())),
  );
  const text = `${heading}\n${codes.join('\n')}\n`;
  const copy = async () => {
    await navigator.clipboard.writeText(text).then(
      () => {
        isCopied.value = true;
      },
      () => {},
    );
  };
  return (
    <form
      class={styles.codes}
      onSubmit={(event) => {
        event.preventDefault();
        onKept();
      }}
    >
      <p>{translate(signedInSession()?.account.isOperator ? ENTRY.codesIntroOperator : ENTRY.codesIntro)}</p>
      <pre class={styles.heading}>{heading}</pre>
      <ol aria-label={translate(ENTRY.codesList)}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Buttons class={styles.ways}>
        <Button text={ENTRY.download} onClick={() => downloadFile('rollbook-recovery-codes.txt', text)} />
        <Button text={isCopied.value ? COMMON.copied : COMMON.copy} onClick={() => void copy()} />
        <Button text={ENTRY.print} onClick={() => print()} />
      </Buttons>
      <p role="status" class="visually-hidden">
        {isCopied.value && translate(COMMON.copied)}
      </p>
      <Checkbox text={ENTRY.codesKept} signal={isKept} />
      <Button look="primary" text={COMMON.continue} disabled={!isKept.value} />
    </form>
  );
}
