import { useEffect, useMemo } from 'preact/hooks';
import { ChangeProgress } from '../../changes/change-progress.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { useBackButton } from '../../components/use-back-button.ts';
import { pageQuery } from '../../page-address.ts';
import { loadCatalogue } from '../../roster/catalogue-state.ts';
import { currentAccountId } from '../../session/session-state.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { HISTORY } from '../../texts/history-texts.ts';
import { translate } from '../../texts/translate.ts';
import { ChangeSection } from './change-section.tsx';
import { GrowthSection } from './growth-section.tsx';
import { TakeBackReport } from './take-back-report.tsx';
import { TakeBackReview } from './take-back-review.tsx';
import { claimTakeBack, leaveTakeBack, writer } from './take-back-state.ts';

/** Who changed what. Taking it back is a plan in steps, of which one is shown in place of the list. */
export function HistoryPage() {
  const accountId = currentAccountId();
  claimTakeBack(accountId);
  useEffect(() => claimTakeBack(accountId), [accountId]);
  useEffect(() => {
    // Students have their UID until it is there.
    loadCatalogue().catch(() => {});
    // A plan that waits for the player would be out of date.
    return () => void leaveTakeBack();
  }, []);
  const step = writer.step.value;
  // Whoever comes for certain changes finds them at the top. It stays there when the filters change.
  const isAboutGrowth = useMemo(() => pageQuery.peek() === '', [step]);
  useBackButton(step !== 'start', () => !leaveTakeBack());
  return (
    <>
      <PageHeading title={COMMON.history}>
        {step === 'start' && <p>{translate(HISTORY.intro)}</p>}
      </PageHeading>
      {step === 'start' && (
        <>
          {isAboutGrowth && <GrowthSection key={`growth ${accountId}`} accountId={accountId} />}
          <ChangeSection key={accountId} accountId={accountId} />
        </>
      )}
      {step === 'review' && <TakeBackReview />}
      {step === 'apply' && <ChangeProgress writer={writer} />}
      {step === 'report' && <TakeBackReport />}
    </>
  );
}
