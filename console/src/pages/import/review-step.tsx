import { useSignal } from '@preact/signals';
import { hasLoss } from '../../../../client/change-losses.ts';
import { isKeeping } from '../../../../client/plan.ts';
import type { Bilingual } from '../../../../contract/bilingual.ts';
import { ApplyBar, ApplyWarning } from '../../changes/apply-bar.tsx';
import { isWrite, listLosses, type ReviewEntry } from '../../changes/change-entries.ts';
import { NO_OUTCOME } from '../../changes/change-outcome.ts';
import { ChangeRows } from '../../changes/change-row.tsx';
import { countRows, Messages } from '../../changes/row-groups.tsx';
import { SelectAll } from '../../changes/select-all.tsx';
import { Step, StepHeading } from '../../changes/step-heading.tsx';
import { Button } from '../../components/button.tsx';
import { Choice } from '../../components/controls.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { storeIn } from '../../components/set-to.ts';
import { useAction } from '../../components/use-action.ts';
import { titleOfFormat } from '../../texts/format-titles.ts';
import { GOAL_IMPORT } from '../../texts/goal-import-texts.ts';
import { IMPORT } from '../../texts/import-texts.ts';
import { SHEET } from '../../texts/sheet-texts.ts';
import { translate } from '../../texts/translate.ts';
import { goalReview, selectedCounts, selectedGoals } from './goal-import-state.ts';
import { GoalReview } from './goal-review.tsx';
import { countStudents, openReview, proposal, takePickedNames, writer } from './import-state.ts';
import { isAboutNames } from './list-unknown-names.ts';
import { OptionField } from './option-field.tsx';
import { PlanRow } from './plan-row.tsx';
import { ProposalHeading, SettledProposal } from './proposal-review.tsx';
import { ReachedGoals } from './reached-goals-section.tsx';
import { groupNotices, groupProblems, isAboutStars } from './review-messages.ts';
import {
  allowedLosses,
  type ImportReview,
  keepingEntries,
  pickedNames,
  review,
  reviewEntries,
  selectedEntries,
  selection,
} from './review-state.ts';
import styles from './review-step.module.css';
import { SaveRosterButton } from './save-roster-button.tsx';
import { UnknownNames } from './unknown-names.tsx';
import { KeepUnknownButton, KeepUnknownField } from './unknown-students.tsx';
import { UnreadStars } from './unread-stars.tsx';

/** Shows what would change, student by student, and lets the player leave students out. */
export function ReviewStep() {
  const shown = review.value;
  if (shown === undefined) return null;
  const { roster, plan, only } = shown;
  const notices = groupNotices(shown);
  const problems = groupProblems(shown);
  const unchanged = plan.entries.filter(
    (entry) =>
      (only === undefined || only.has(entry.studentUid)) && entry.action === 'unchanged' && !isKeeping(entry),
  ).length;
  const hasProblems = problems.length > 0;
  // Those names and stars are asked about.
  const unnamed =
    only === undefined ? problems.filter((group) => !isAboutNames(group) && !isAboutStars(group)) : problems;
  const isEmpty = reviewEntries.value.length === 0 && goalReview.value === undefined;
  const proposed = proposal.value;
  return (
    <Step id="import-review">
      {proposed !== undefined && only === undefined ? (
        <ProposalHeading proposal={proposed} />
      ) : (
        <TextHeading review={shown} unchanged={unchanged} />
      )}
      {roster.format === 'account' && only === undefined && (
        <p class="hint">{translate(IMPORT.accountParts)}</p>
      )}
      {only === undefined && <UnknownNames review={shown} />}
      <UnreadStars review={shown} />
      <Messages isWarning title={IMPORT.problems(countRows(unnamed))} groups={unnamed} />
      {!isEmpty && <KeepUnknownField />}
      <Messages title={IMPORT.notices(notices.length)} groups={notices} />
      {only === undefined && <LowerField review={shown} />}
      {only === undefined && proposed === undefined && <PruneField review={shown} isBlocked={hasProblems} />}
      {only === undefined && <GoalReview />}
      <ReachedGoals />
      {isEmpty && proposed !== undefined && !hasProblems && <SettledProposal proposal={proposed} />}
      {isEmpty && (proposed === undefined || hasProblems) && (
        <EmptyState
          icon={hasProblems && unchanged === 0 ? 'warning' : 'check'}
          title={IMPORT.nothingTitle}
          text={describeNothing(shown, hasProblems)}
        >
          <KeepUnknownButton />
        </EmptyState>
      )}
      {!isEmpty && (
        <>
          {reviewEntries.value.length === 0 ? (
            <p class="hint">{translate(hasProblems ? IMPORT.nothingReadable : GOAL_IMPORT.nothingElse)}</p>
          ) : (
            <PlanList entries={reviewEntries.value} />
          )}
          <ImportBar />
        </>
      )}
    </Step>
  );
}

/** What was read, and the way back to it. */
function TextHeading({ review: { roster, only }, unchanged }: { review: ImportReview; unchanged: number }) {
  const isFirst = writer.outcome.value === NO_OUTCOME;
  return (
    <>
      <StepHeading
        id="import-review"
        writer={writer}
        title={translate(only === undefined ? IMPORT.reviewTitle : IMPORT.againTitle)}
      >
        <Button
          text={isFirst ? SHEET.back : IMPORT.backToReport}
          onClick={() => writer.moveTo(isFirst ? 'start' : 'report')}
        />
      </StepHeading>
      <p class="hint">
        {only === undefined
          ? translate(IMPORT.detected(titleOfFormat(roster.format), countStudents(roster.students)))
          : translate(IMPORT.againText)}
        {unchanged > 0 && ` · ${translate(IMPORT.unchanged(unchanged))}`}
      </p>
    </>
  );
}

function describeNothing({ roster, lower }: ImportReview, hasProblems: boolean): Bilingual {
  if (hasProblems) return IMPORT.nothingReadable;
  const isLeftOut = !lower && roster.students.some(({ untouched }) => untouched !== undefined);
  return isLeftOut ? IMPORT.nothingButDefaults : IMPORT.nothingText;
}

const PruneField = ({
  review: { prune, lower },
  isBlocked,
}: {
  review: ImportReview;
  isBlocked: boolean;
}) => (
  <ReviewOption
    label={IMPORT.prune}
    hint={isBlocked ? IMPORT.pruneBlocked : IMPORT.pruneHint}
    isChosen={prune}
    isBlocked={isBlocked}
    choose={(isWanted) => openReview({ prune: isWanted, lower })}
  />
);

/** Takes all lower values at once, and the rows that are left out otherwise. */
function LowerField({ review: { roster, prune, lower } }: { review: ImportReview }) {
  const untouched = roster.students.filter((row) => row.untouched !== undefined).length;
  const losses = reviewEntries.value.flatMap((entry) =>
    listLosses(entry).map(({ name }) => allowedLosses.value.get(entry.studentUid)?.has(name) ?? false),
  );
  if (losses.length === 0 && untouched === 0) return null;
  const isPartial = losses.includes(true) ? losses.includes(false) : lower && losses.length > 0;
  return (
    <ReviewOption
      label={IMPORT.lower}
      hint={IMPORT.lowerHint(keepingEntries.value.length, lower ? 0 : untouched)}
      isChosen={lower && !isPartial}
      isPartial={isPartial}
      choose={(isWanted) => openReview({ prune, lower: isWanted })}
    />
  );
}

interface ReviewOptionProps {
  label: Bilingual;
  hint: Bilingual;
  isChosen: boolean;
  /** Chosen for some of the students. */
  isPartial?: boolean;
  isBlocked?: boolean;
  /** Compares the text anew. */
  choose: (isWanted: boolean) => Promise<void>;
}

function ReviewOption({
  label,
  hint,
  isChosen,
  isPartial = false,
  isBlocked = false,
  choose,
}: ReviewOptionProps) {
  const action = useAction(choose);
  return (
    <OptionField
      label={label}
      hint={hint}
      isChosen={action.pending.value ? !isChosen : isChosen}
      isPartial={isPartial && !action.pending.value}
      isBlocked={isBlocked}
      isPending={action.pending.value}
      choose={(isWanted) => void action.run(isWanted)}
    >
      <ErrorMessage error={action.error.value} />
    </OptionField>
  );
}

const FILTERS = {
  all: () => true,
  register: ({ action }: ReviewEntry) => action === 'register',
  change: ({ action }: ReviewEntry) => action === 'change',
  lower: isKeeping,
  remove: ({ action }: ReviewEntry) => action === 'remove',
} as const;
type FilterName = keyof typeof FILTERS;

function PlanList({ entries }: { entries: readonly ReviewEntry[] }) {
  const chosen = useSignal<FilterName>('all');
  const counts = (Object.keys(FILTERS) as FilterName[])
    .map((name) => ({ name, count: entries.filter(FILTERS[name]).length }))
    .filter(({ name, count }) => name === 'all' || count > 0);
  const filter = counts.some(({ name }) => name === chosen.value) ? chosen.value : 'all';
  const shown = entries.filter(FILTERS[filter]);
  return (
    <>
      {counts.length > 2 && (
        <div class={styles.filter}>
          <Choice
            legend={IMPORT.show}
            options={counts.map(({ name, count }) => ({
              value: name,
              label: translate(IMPORT.filters[name](count)),
            }))}
            value={filter}
            onChoose={storeIn(chosen)}
          />
        </div>
      )}
      <SelectAll uids={shown.filter(isWrite).map(({ studentUid }) => studentUid)} selection={selection} />
      <ChangeRows>
        {shown.map((entry) => (
          <PlanRow key={entry.studentUid} entry={entry} />
        ))}
      </ChangeRows>
    </>
  );
}

function ImportBar() {
  const entries = selectedEntries.value;
  const students = entries.length;
  const goals = selectedGoals.value.length;
  const items = selectedCounts.value.length;
  const isPlanWritten = goals + items > 0;
  const isNothing = students === 0 && !isPlanWritten;
  const take = useAction(takePickedNames);
  const picked = pickedNames.value.size;
  const lowered = entries.filter(
    (entry) => entry.action === 'change' && hasLoss(entry.before, entry.changes),
  ).length;
  return (
    <ApplyBar
      writer={writer}
      entries={entries}
      label={translate(
        students === 0 && isPlanWritten ? GOAL_IMPORT.apply(goals, items) : IMPORT.apply(students),
      )}
      isDisabled={isNothing}
      first={picked > 0 ? { text: SHEET.takeFirst(picked), action: take } : undefined}
      confirm={{ text: IMPORT.confirmText, label: IMPORT.confirmButton, children: <SaveRosterButton /> }}
    >
      {isNothing && (
        <>
          <p class="hint">
            {translate(goalReview.value === undefined ? IMPORT.selectNone : GOAL_IMPORT.selectNone)}
          </p>
          <KeepUnknownButton />
        </>
      )}
      {students > 0 && isPlanWritten && <p class="hint">{translate(GOAL_IMPORT.alsoSaved(goals, items))}</p>}
      {lowered > 0 && (
        <ApplyWarning icon="lowered">{translate(IMPORT.loweredStudents(lowered))}</ApplyWarning>
      )}
    </ApplyBar>
  );
}
