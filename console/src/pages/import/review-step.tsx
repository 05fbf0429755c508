import { useSignal } from '@preact/signals';
import { ROSTER_FORMATS } from '../../../../client/formats/index.ts';
import { ActionButton, Choice } from '../../components/form-fields.tsx';
import { Icon } from '../../components/icon.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { IMPORT } from '../../texts/import-texts.ts';
import { translate } from '../../translate.ts';
import { useAction } from '../../use-action.ts';
import { NO_OUTCOME } from './import-outcome.ts';
import {
  applyError,
  applySelected,
  countStudents,
  type ImportReview,
  includeEntries,
  leftOut,
  moveTo,
  openReview,
  outcome,
  review,
  selectedEntries,
  writeEntries,
} from './import-state.ts';
import { hasLoweredValue, type WriteEntry } from './plan-entries.ts';
import { PlanRow } from './plan-row.tsx';
import { RemovalDialog } from './removal-dialog.tsx';
import { groupNotices, groupProblems } from './review-messages.ts';
import { countRows, Messages } from './row-groups.tsx';
import { StepHeading } from './step-heading.tsx';

/** Shows what would change, student by student, and lets the player leave students out. */
export function ReviewStep() {
  const shown = review.value;
  if (shown === undefined) return null;
  const { roster, plan, only } = shown;
  const notices = groupNotices(shown);
  const problems = groupProblems(shown);
  const unchanged = plan.entries.filter(
    ({ action, studentUid }) => action === 'unchanged' && (only === undefined || only.has(studentUid)),
  ).length;
  const hasProblems = problems.length > 0;
  return (
    <section class="import-review" aria-labelledby="import-review">
      <StepHeading
        id="import-review"
        title={translate(only === undefined ? IMPORT.reviewTitle : IMPORT.againTitle)}
      >
        <button
          type="button"
          class="button quiet"
          onClick={() => moveTo(outcome.peek() === NO_OUTCOME ? 'source' : 'report')}
        >
          {translate(outcome.value === NO_OUTCOME ? IMPORT.otherText : IMPORT.backToReport)}
        </button>
      </StepHeading>
      <p class="hint">
        {only === undefined
          ? translate(IMPORT.detected(ROSTER_FORMATS[roster.format], countStudents(roster.students)))
          : translate(IMPORT.againText)}
        {unchanged > 0 && ` · ${translate(IMPORT.unchanged(unchanged))}`}
      </p>
      <Messages isWarning title={IMPORT.problems(countRows(problems))} groups={problems} />
      <Messages title={IMPORT.notices(notices.length)} groups={notices} />
      {only === undefined && <PruneField review={shown} isBlocked={hasProblems} />}
      {writeEntries.value.length === 0 ? (
        <div class="empty">
          <Icon name={hasProblems && unchanged === 0 ? 'warning' : 'check'} />
          <h3>{translate(IMPORT.nothingTitle)}</h3>
          <p>{translate(hasProblems ? IMPORT.nothingReadable : IMPORT.nothingText)}</p>
        </div>
      ) : (
        <>
          <PlanList entries={writeEntries.value} />
          <ApplyBar />
        </>
      )}
    </section>
  );
}

function PruneField({ review: { prune }, isBlocked }: { review: ImportReview; isBlocked: boolean }) {
  const choose = useAction((isWanted: boolean) => openReview({ prune: isWanted }));
  return (
    <div class="prune">
      <label class="checkbox">
        <input
          type="checkbox"
          checked={choose.pending.value ? !prune : prune}
          disabled={isBlocked}
          aria-busy={choose.pending.value}
          aria-describedby="prune-hint"
          onChange={({ currentTarget }) => void choose.run(currentTarget.checked)}
        />
        {translate(IMPORT.prune)}
      </label>
      <p id="prune-hint" class="hint">
        {translate(isBlocked ? IMPORT.pruneBlocked : IMPORT.pruneHint)}
      </p>
      <ErrorMessage error={choose.error.value} />
    </div>
  );
}

const FILTERS = {
  all: () => true,
  register: ({ action }: WriteEntry) => action === 'register',
  change: ({ action }: WriteEntry) => action === 'change',
  lowered: hasLoweredValue,
  remove: ({ action }: WriteEntry) => action === 'remove',
} as const;
type FilterName = keyof typeof FILTERS;

function PlanList({ entries }: { entries: readonly WriteEntry[] }) {
  const chosen = useSignal<FilterName>('all');
  const counts = (Object.keys(FILTERS) as FilterName[])
    .map((name) => ({ name, count: entries.filter(FILTERS[name]).length }))
    .filter(({ name, count }) => name === 'all' || count > 0);
  const filter = counts.some(({ name }) => name === chosen.value) ? chosen.value : 'all';
  const shown = entries.filter(FILTERS[filter]);
  return (
    <>
      {counts.length > 2 && (
        <Choice
          legend={translate(IMPORT.show)}
          options={counts.map(({ name, count }) => ({
            value: name,
            label: translate(IMPORT.filters[name](count)),
          }))}
          value={filter}
          onChoose={(name) => {
            chosen.value = name;
          }}
        />
      )}
      <SelectAll entries={shown} />
      <ul class="plan">
        {shown.map((entry) => (
          <PlanRow key={entry.studentUid} entry={entry} />
        ))}
      </ul>
    </>
  );
}

/** Apart from the list, which is not rendered again when a student is left out. */
function SelectAll({ entries }: { entries: readonly WriteEntry[] }) {
  const included = entries.filter(({ studentUid }) => !leftOut.value.has(studentUid)).length;
  const isPartial = included < entries.length;
  return (
    <label class="checkbox select-all">
      <input
        type="checkbox"
        checked={!isPartial}
        indeterminate={included > 0 && isPartial}
        onChange={() => includeEntries(entries, isPartial)}
      />
      {translate(IMPORT.selectAll(entries.length))}
      {isPartial && <span class="hint">{translate(IMPORT.leftOut(entries.length - included))}</span>}
    </label>
  );
}

/** Stays at the lower edge of the window while the list is read. */
function ApplyBar() {
  const isAsking = useSignal(false);
  const count = selectedEntries.value.length;
  const removals = selectedEntries.value.filter(({ action }) => action === 'remove').length;
  return (
    <div class="apply-bar">
      <ErrorMessage error={applyError.value} />
      <div class="buttons">
        <ActionButton
          pending={false}
          disabled={count === 0}
          onClick={() => {
            if (removals > 0) isAsking.value = true;
            else void applySelected();
          }}
        >
          {translate(IMPORT.apply(count))}
        </ActionButton>
        {count === 0 && <p class="hint">{translate(IMPORT.selectNone)}</p>}
        {removals > 0 && (
          <p class="removals">
            <Icon name="warning" />
            {translate(IMPORT.removals(removals))}
          </p>
        )}
      </div>
      {isAsking.value && (
        <RemovalDialog
          count={removals}
          onClose={() => {
            isAsking.value = false;
          }}
        />
      )}
    </div>
  );
}
