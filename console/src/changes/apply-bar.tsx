import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Bilingual } from '../../../contract/bilingual.ts';
import { Button, Buttons } from '../components/button.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
import { ErrorMessage } from '../components/notice.tsx';
import { setTo } from '../components/set-to.ts';
import type { Action } from '../components/use-action.ts';
import { CHANGES } from '../texts/change-texts.ts';
import { translate } from '../texts/translate.ts';
import styles from './apply-bar.module.css';
import type { WriteEntry } from './change-entries.ts';
import type { ChangeWriter } from './change-writer.ts';

interface Props {
  writer: ChangeWriter;
  entries: readonly WriteEntry[];
  label: string;
  isDisabled: boolean;
  /** What the button does first, where something waits that would be lost. */
  first?: { text: Bilingual; action: Action<[]> } | undefined;
  /** What is asked before students are removed. */
  confirm: { text: Bilingual; label: Bilingual; children?: ComponentChildren };
  children?: ComponentChildren;
}

/** Writes what is selected. Stays at the lower edge of the window while the list is read. */
export function ApplyBar({ writer, entries, label, isDisabled, first, confirm, children }: Props) {
  const isAsking = useSignal(false);
  const removals = entries.filter(({ action }) => action === 'remove').length;
  return (
    <div class={styles.bar} data-bar>
      <ErrorMessage error={writer.error.value ?? first?.action.error.value} />
      <Buttons class={styles.buttons}>
        {first === undefined ? (
          <Button
            look="primary"
            text={label}
            disabled={isDisabled}
            onClick={() => {
              if (removals > 0) isAsking.value = true;
              else void writer.write(entries);
            }}
          />
        ) : (
          <Button look="primary" text={first.text} action={first.action} />
        )}
        {children}
        {removals > 0 && <ApplyWarning icon="warning">{translate(CHANGES.removals(removals))}</ApplyWarning>}
      </Buttons>
      {isAsking.value && (
        <ConfirmDialog
          title={CHANGES.confirmTitle(removals)}
          text={confirm.text}
          confirmLabel={confirm.label}
          onConfirm={async () => {
            isAsking.value = false;
            void writer.write(entries);
          }}
          onClose={setTo(isAsking, false)}
        >
          {confirm.children}
        </ConfirmDialog>
      )}
    </div>
  );
}

/** What is lost with what is selected. */
export const ApplyWarning = ({ icon, children }: { icon: IconName; children: ComponentChildren }) => (
  <p class={styles.warning}>
    <Icon name={icon} />
    {children}
  </p>
);
