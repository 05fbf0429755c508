import { useEffect } from 'preact/hooks';
import { PageHeading } from '../../components/page-heading.tsx';
import { Pending } from '../../components/pending.tsx';
import { useRefresh } from '../../components/use-refresh.ts';
import { DoneDialog } from '../../done/done-dialog.tsx';
import { openedDone } from '../../done/opened-done.ts';
import { completeGoalTiers } from '../../goals/complete-goal-tiers.ts';
import { loadStages } from '../../goals/farm-state.ts';
import { GoalDialog } from '../../goals/goal-dialog.tsx';
import { areGoalsLoaded, goals, loadGoals } from '../../goals/goal-store.ts';
import { loadPresets } from '../../goals/own-presets.ts';
import { allProgress, coveredStudents, growthFacts, loadFacts } from '../../goals/plan-state.ts';
import { chosenGoals, openedGoal, openedNeed, planView } from '../../goals/plan-view.ts';
import { isRosterLoaded, loadRoster } from '../../roster/roster-store.ts';
import { currentAccountId } from '../../session/session-state.ts';
import { loadItemIcons } from '../../stock/item-icons.ts';
import { isStockLoaded, loadStock } from '../../stock/stock-store.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { PLAN } from '../../texts/plan-texts.ts';
import { translate } from '../../texts/translate.ts';
import { EmptyPlan } from './empty-plan.tsx';
import { FarmView } from './farm-view.tsx';
import { GoalList } from './goal-list.tsx';
import { MissingView } from './missing-view.tsx';
import { NeedDialog } from './need-dialog.tsx';
import { PlanToolbar } from './plan-toolbar.tsx';
import { StockView } from './stock-view.tsx';
import { UnsavedNotice } from './unsaved-notice.tsx';

export function PlanPage() {
  const accountId = currentAccountId();
  const [resource, reload] = useRefresh(async () => {
    await Promise.all([
      loadRoster(accountId),
      loadGoals(accountId),
      loadStock(accountId),
      loadFacts(),
      loadStages(),
      loadPresets(accountId),
    ]);
    completeGoalTiers();
  });
  useEffect(() => {
    void loadItemIcons();
    return () => {
      openedGoal.value = undefined;
      openedNeed.value = undefined;
      openedDone.value = undefined;
      chosenGoals.value = undefined;
    };
  }, []);
  const { error } = resource.value;
  const isLoaded =
    isRosterLoaded.value && areGoalsLoaded.value && isStockLoaded.value && growthFacts.value !== undefined;
  if (isLoaded) return <LoadedPlan />;
  return (
    <>
      <PageHeading title={COMMON.plan} look="row" />
      <Pending rows={5} error={error} onRetry={reload} />
    </>
  );
}

function LoadedPlan() {
  const isEmpty = goals.value.length === 0;
  const view = planView.value;
  return (
    <>
      <PageHeading title={COMMON.plan} look="row">
        {!isEmpty && <Summary />}
      </PageHeading>
      <PlanToolbar />
      <UnsavedNotice />
      {view === 'stock' ? (
        <StockView />
      ) : isEmpty ? (
        <EmptyPlan />
      ) : view === 'goals' ? (
        <GoalList />
      ) : view === 'farm' ? (
        <FarmView />
      ) : (
        <MissingView />
      )}
      {openedNeed.value !== undefined && <NeedDialog key={openedNeed.value} need={openedNeed.value} />}
      {openedDone.value && <DoneDialog opened={openedDone.value} />}
      {openedGoal.value && <GoalDialog key={openedGoal.value.studentUid} opened={openedGoal.value} />}
    </>
  );
}

/** The part that changes with every goal. */
function Summary() {
  const reached = allProgress.value.filter(({ isReached }) => isReached).length;
  const parts = [
    PLAN.goalCount(allProgress.value.length - reached),
    ...(coveredStudents.value.size > 0 ? [PLAN.coveredCount(coveredStudents.value.size)] : []),
    ...(reached > 0 ? [PLAN.reachedCount(reached)] : []),
  ];
  return <p>{parts.map((part) => translate(part)).join(' · ')}</p>;
}
