import { useEffect } from 'preact/hooks';
import { ChangeProgress } from '../../changes/change-progress.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { setTo } from '../../components/set-to.ts';
import { reviewsKept } from '../../roster/kept-rows.ts';
import { signedInSession } from '../../session/session-state.ts';
import { IMPORT } from '../../texts/import-texts.ts';
import { PICK } from '../../texts/pick-texts.ts';
import { PROPOSAL } from '../../texts/proposal-texts.ts';
import { translate } from '../../texts/translate.ts';
import { AccountDataSection } from './account-data-section.tsx';
import { ColumnStep } from './column-step.tsx';
import { ExportSection } from './export-section.tsx';
import { ImportMemorySection } from './import-memory-section.tsx';
import { claimImport, proposal, unknownColumns, writer } from './import-state.ts';
import { ReportStep } from './report-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { RosterLinksSection } from './roster-links-section.tsx';
import { watchText } from './source-state.ts';
import { SourceStep } from './source-step.tsx';

/**
 * Import in four steps, of which one is shown: the text, what would change, the progress, the report. Before the second,
 * `unknownColumns` may be asked about, which is no step of the writer: that of a take-back has none.
 */
export function ImportPage() {
  const accountId = signedInSession()?.account.accountId;
  if (accountId !== undefined) claimImport(accountId);
  useEffect(() => {
    if (accountId !== undefined) claimImport(accountId);
  }, [accountId]);
  useEffect(watchText, []);
  useEffect(() => setTo(reviewsKept, false), []);
  const step = writer.step.value;
  const isFirst = step === 'start';
  return (
    <>
      <PageHeading title={proposal.value === undefined ? IMPORT.title : PROPOSAL.title}>
        {isFirst && (
          <p>
            {translate(IMPORT.intro)} {translate(IMPORT.noList)} <PageLink to="pick" text={PICK.title} />
          </p>
        )}
      </PageHeading>
      {isFirst && unknownColumns.value !== undefined && <ColumnStep columns={unknownColumns.value} />}
      {isFirst && unknownColumns.value === undefined && (
        <>
          <SourceStep />
          <ExportSection />
          <RosterLinksSection />
          <AccountDataSection />
          <ImportMemorySection />
        </>
      )}
      {step === 'review' && <ReviewStep />}
      {step === 'apply' && <ChangeProgress writer={writer} />}
      {step === 'report' && <ReportStep />}
    </>
  );
}
