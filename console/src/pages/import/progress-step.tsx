import { IMPORT } from '../../texts/import-texts.ts';
import { translate } from '../../translate.ts';
import { cancelImport, progress } from './import-state.ts';
import { StepHeading } from './step-heading.tsx';
import { WriteProgress } from './write-progress.tsx';

export const ProgressStep = () => (
  <section class="import-progress" aria-labelledby="import-progress">
    <StepHeading id="import-progress" title={translate(IMPORT.applyTitle)} />
    <WriteProgress
      label={translate(IMPORT.applyTitle)}
      keepOpen={translate(IMPORT.keepOpen)}
      progress={progress.value}
      onCancel={cancelImport}
    />
  </section>
);
