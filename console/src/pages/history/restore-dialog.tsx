import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { hasCode } from '../../api/console-error.ts';
import { Button } from '../../components/button.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';
import { TextField } from '../../components/form-fields.tsx';
import { useAction } from '../../components/use-action.ts';
import { HISTORY } from '../../texts/history-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';
import { toLocalMinute } from './local-time.ts';
import styles from './restore-dialog.module.css';
import { dropTakeBackRequest, openTakeBack } from './take-back-state.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

const startOfToday = () => new Date().setHours(0, 0, 0, 0);
const startOfYesterday = () => new Date(startOfToday() - DAY_MS / 2).setHours(0, 0, 0, 0);
const TIMES = {
  tenMinutes: () => Date.now() - 10 * MINUTE_MS,
  hour: () => Date.now() - 60 * MINUTE_MS,
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
    <DialogForm
      title={HISTORY.restore}
      look="narrow"
      action={open}
      error={isNotKept ? undefined : open.error.value}
      submitLabel={WORDS.review}
      onClose={onClose}
    >
      <p>{translate(HISTORY.restoreText)}</p>
      <TextField
        label={HISTORY.restoreAt}
        error={problem}
        value={at.value}
        onInput={choose}
        focused
        input={{ type: 'datetime-local', max: toLocalMinute(Date.now()) }}
      >
        <div class={styles.times}>
          {(Object.keys(TIMES) as TimeName[]).map((name) => (
            <Button
              key={name}
              size="small"
              text={HISTORY.restoreTimes[name]}
              onClick={() => choose(toLocalMinute(TIMES[name]()))}
            />
          ))}
        </div>
      </TextField>
    </DialogForm>
  );
}
