import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { ActionButton } from '../components/form-fields.tsx';
import { Icon } from '../components/icon.tsx';
import { ErrorMessage } from '../components/notice.tsx';
import { CHANGES } from '../texts/change-texts.ts';
import { translate } from '../translate.ts';
import type { WriteEntry } from './change-entries.ts';
import type { ChangeWriter } from './change-writer.ts';

interface Props {
  writer: ChangeWriter;
  entries: readonly WriteEntry[];
  label: string;
  isDisabled: boolean;
  /** Asks before students are removed. */
  confirm: (removals: number, close: () => void) => ComponentChildren;
  children?: ComponentChildren;
}

/** Writes what is selected. Stays at the lower edge of the window while the list is read. */
export function ApplyBar({ writer, entries, label, isDisabled, confirm, children }: Props) {
  const isAsking = useSignal(false);
  const removals = entries.filter(({ action }) => action === 'remove').length;
  return (
    <div class="apply-bar">
      <ErrorMessage error={writer.error.value} />
      <div class="buttons">
        <ActionButton
          pending={false}
          disabled={isDisabled}
          onClick={() => {
            if (removals > 0) isAsking.value = true;
            else void writer.write(entries);
          }}
        >
          {label}
        </ActionButton>
        {children}
        {removals > 0 && (
          <p class="removals">
            <Icon name="warning" />
            {translate(CHANGES.removals(removals))}
          </p>
        )}
      </div>
      {isAsking.value &&
        confirm(removals, () => {
          isAsking.value = false;
        })}
    </div>
  );
}
