import { HISTORY } from '../../texts/history-texts.ts';
import { translate } from '../../translate.ts';
import { StepHeading } from '../import/step-heading.tsx';
import { WriteProgress } from '../import/write-progress.tsx';
import { cancelTakeBack, isStepNew, progress } from './take-back-state.ts';

export const TakeBackProgress = () => (
  <section class="import-progress" aria-labelledby="take-back-progress">
    <StepHeading id="take-back-progress" isStepNew={isStepNew} title={translate(HISTORY.applyTitle)} />
    <WriteProgress
      label={translate(HISTORY.applyTitle)}
      keepOpen={translate(HISTORY.keepOpen)}
      progress={progress.value}
      onCancel={cancelTakeBack}
    />
  </section>
);
