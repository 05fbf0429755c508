import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { hasCode } from '../../api/console-error.ts';
import { Dialog } from '../../components/dialog.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';
import { useAction } from '../../components/use-action.ts';
import { HISTORY } from '../../texts/history-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';
import { toLocalMinute } from './local-time.ts';
import styles from './restore-dialog.module.css';
import { dropTakeBackRequest, openTakeBack } from './take-back-state.ts';

const DAY_MS = 86_400_000;

const startOfToday = () => new Date().setHours(0, 0, 0, 0);
const startOfYesterday = () => new Date(startOfToday() - DAY_MS / 2).setHours(0, 0, 0, 0);
const TIMES = {
  today: startOfToday,
  yesterday: startOfYesterday,
  week: () => Date.now() - 7 * DAY_MS,
  month: () => Date.now() - 30 * DAY_MS,
} as const;
type TimeName = keyof typeof TIMES;

/** Asks for a time whose roster is to be restored. */
export function RestoreDialog({ onClose }: { onClose: () => void }) {
  const at = useSignal(toLocalMinute(startOfToday()));
  const isInvalid = useSignal(false);
  useEffect(() => dropTakeBackRequest, []);
  const id = useId();
  const open = useAction(async () => {
    const time = Date.parse(at.value);
    isInvalid.value = !(time <= Date.now());
    if (isInvalid.value) return;
    await openTakeBack({ kind: 'restore', at: new Date(time).toISOString() });
  });
  const isNotKept = hasCode(open.error.value, 'invalid_request');
  const problem = isInvalid.value ? HISTORY.restoreInvalid : isNotKept ? HISTORY.nothingThen : undefined;
  const choose = (value: string) => {
    at.value = value;
    isInvalid.value = false;
    open.error.value = undefined;
  };
  return (
    <Dialog title={translate(HISTORY.restore)} class="narrow" onClose={onClose}>
      <DialogForm
        action={open}
        error={isNotKept ? undefined : open.error.value}
        submitLabel={translate(WORDS.review)}
        onClose={onClose}
      >
        <p>{translate(HISTORY.restoreText)}</p>
        <div class="field">
          <label for={id}>{translate(HISTORY.restoreAt)}</label>
          <input
            id={id}
            type="datetime-local"
            class={styles.time}
            max={toLocalMinute(Date.now())}
            value={at.value}
            autofocus
            aria-invalid={problem !== undefined}
            aria-describedby={`${id}-error`}
            onInput={({ currentTarget }) => choose(currentTarget.value)}
          />
          <p id={`${id}-error`} class="field-error" role="alert">
            {problem && translate(problem)}
          </p>
          <div class={styles.times}>
            {(Object.keys(TIMES) as TimeName[]).map((name) => (
              <button
                key={name}
                type="button"
                class="button small quiet"
                onClick={() => choose(toLocalMinute(TIMES[name]()))}
              >
                {translate(HISTORY.restoreTimes[name])}
              </button>
            ))}
          </div>
        </div>
      </DialogForm>
    </Dialog>
  );
}
