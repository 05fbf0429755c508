import { formatClock } from '../../components/time-text.tsx';
import { COMMON } from '../../texts/common-texts.ts';
import { IMPORT } from '../../texts/import-texts.ts';
import { translate } from '../../translate.ts';

/** How far a plan is written. */
export interface PlanProgress {
  done: number;
  total: number;
  /** Why and until when nothing goes on. */
  wait: { isForLimit: boolean; until: number } | undefined;
  isCancelling: boolean;
}

interface WriteProgressProps {
  label: string;
  keepOpen: string;
  progress: PlanProgress;
  onCancel: () => void;
}

export const WriteProgress = ({
  label,
  keepOpen,
  progress: { done, total, wait, isCancelling },
  onCancel,
}: WriteProgressProps) => (
  <>
    <progress aria-label={label} max={Math.max(1, total)} value={done} />
    <p class="progress-text">{translate(IMPORT.progress(done, total))}</p>
    <p class="hint" role="status">
      {isCancelling
        ? translate(IMPORT.cancelling)
        : wait === undefined
          ? keepOpen
          : translate(
              wait.isForLimit ? IMPORT.waitingForLimit(formatClock(wait.until)) : IMPORT.waitingForServer,
            )}
    </p>
    <div class="buttons">
      <button type="button" class="button quiet" disabled={isCancelling} onClick={onCancel}>
        {translate(COMMON.cancel)}
      </button>
    </div>
  </>
);
