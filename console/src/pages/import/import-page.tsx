import { useEffect } from 'preact/hooks';
import { PageHeading } from '../../components/page-heading.tsx';
import { signedInSession } from '../../session-state.ts';
import { IMPORT } from '../../texts/import-texts.ts';
import { translate } from '../../translate.ts';
import { AccountDataSection } from './account-data-section.tsx';
import { ExportSection } from './export-section.tsx';
import { claimImport, step } from './import-state.ts';
import { ProgressStep } from './progress-step.tsx';
import { ReportStep } from './report-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { watchText } from './source-state.ts';
import { SourceStep } from './source-step.tsx';

/** Import in four steps, of which one is shown: the text, what would change, the progress, the report. */
export function ImportPage() {
  const accountId = signedInSession()?.account.accountId;
  if (accountId !== undefined) claimImport(accountId);
  useEffect(() => {
    if (accountId !== undefined) claimImport(accountId);
  }, [accountId]);
  useEffect(watchText, []);
  const isFirst = step.value === 'source';
  return (
    <>
      <PageHeading title={translate(IMPORT.title)}>{isFirst && <p>{translate(IMPORT.intro)}</p>}</PageHeading>
      {isFirst && (
        <>
          <SourceStep />
          <ExportSection />
          <AccountDataSection />
        </>
      )}
      {step.value === 'review' && <ReviewStep />}
      {step.value === 'apply' && <ProgressStep />}
      {step.value === 'report' && <ReportStep />}
    </>
  );
}
