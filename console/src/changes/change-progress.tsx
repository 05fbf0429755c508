import { Button, Buttons } from '../components/button.tsx';
import { formatClock } from '../components/time-text.tsx';
import { CHANGES } from '../texts/change-texts.ts';
import { COMMON } from '../texts/common-texts.ts';
import { translate } from '../texts/translate.ts';
import styles from './change-progress.module.css';
import type { ChangeWriter } from './change-writer.ts';
import { Step, StepHeading } from './step-heading.tsx';

/** How far the changes are written, with a way to stop. */
export function ChangeProgress({ writer }: { writer: ChangeWriter }) {
  const title = translate(CHANGES.applyTitle);
  const { done, total, wait, isCancelling } = writer.progress.value;
  return (
    <Step id="change-progress" class={styles.progress}>
      <StepHeading id="change-progress" writer={writer} title={title} />
      <progress class={styles.bar} aria-label={title} max={Math.max(1, total)} value={done} />
      <p class={styles.text}>{translate(CHANGES.progress(done, total))}</p>
      <p class="hint" role="status">
        {isCancelling
          ? translate(CHANGES.cancelling)
          : wait === undefined
            ? translate(CHANGES.keepOpen)
            : translate(
                wait.isForLimit ? CHANGES.waitingForLimit(formatClock(wait.until)) : CHANGES.waitingForServer,
              )}
      </p>
      <Buttons class={styles.buttons}>
        <Button text={COMMON.cancel} disabled={isCancelling} onClick={() => writer.cancel()} />
      </Buttons>
    </Step>
  );
}
