import { formatClock } from '../../components/time-text.tsx';
import { COMMON } from '../../texts/common-texts.ts';
import { IMPORT } from '../../texts/import-texts.ts';
import { translate } from '../../translate.ts';
import { cancelImport, progress } from './import-state.ts';
import { StepHeading } from './step-heading.tsx';

export function ProgressStep() {
  const { done, total, wait, isCancelling } = progress.value;
  const text = translate(IMPORT.progress(done, total));
  return (
    <section class="import-progress" aria-labelledby="import-progress">
      <StepHeading id="import-progress" title={translate(IMPORT.applyTitle)} />
      <progress aria-label={translate(IMPORT.applyTitle)} max={Math.max(1, total)} value={done} />
      <p class="progress-text">{text}</p>
      <p class="hint" role="status">
        {isCancelling
          ? translate(IMPORT.cancelling)
          : wait === undefined
            ? translate(IMPORT.keepOpen)
            : translate(
                wait.isForLimit ? IMPORT.waitingForLimit(formatClock(wait.until)) : IMPORT.waitingForServer,
              )}
      </p>
      <div class="buttons">
        <button type="button" class="button quiet" disabled={isCancelling} onClick={cancelImport}>
          {translate(COMMON.cancel)}
        </button>
      </div>
    </section>
  );
}
