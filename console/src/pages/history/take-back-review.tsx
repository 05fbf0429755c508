import { useSignal } from '@preact/signals';
import { ApplyBar } from '../../changes/apply-bar.tsx';
import { ChangeRows } from '../../changes/change-row.tsx';
import { Messages, type RowGroup } from '../../changes/row-groups.tsx';
import { SelectAll } from '../../changes/select-all.tsx';
import { Step, StepHeading } from '../../changes/step-heading.tsx';
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Notice } from '../../components/notice.tsx';
import { setTo } from '../../components/set-to.ts';
import { describeRefusal } from '../../texts/describe-refusal.ts';
import { HISTORY } from '../../texts/history-texts.ts';
import { translate } from '../../texts/translate.ts';
import { describeRequest } from './describe-request.ts';
import { RestoreDialog } from './restore-dialog.tsx';
import type { TakeBackPlan, TakeBackRow } from './take-back-plan.ts';
import styles from './take-back-review.module.css';
import { TakeBackPlanRow } from './take-back-row.tsx';
import {
  included,
  includeFields,
  leaveTakeBack,
  selectedEntries,
  selection,
  takeBackPlan,
  takeBackReview,
  writer,
} from './take-back-state.ts';

/** Shows what would change, student by student. What was changed since stays as it is unless it is ticked. */
export function TakeBackReview() {
  const review = takeBackReview.value;
  const plan = takeBackPlan.value;
  if (review === undefined || plan === undefined) return null;
  const isRestore = review.request.kind === 'restore';
  const withChoice = plan.rows.filter(({ since }) => since.length > 0);
  return (
    <Step id="take-back">
      <StepHeading
        key={review.request.kind}
        id="take-back"
        writer={writer}
        title={translate(isRestore ? HISTORY.restoreTitle : HISTORY.reviewTitle)}
      >
        <Button text={HISTORY.backToList} onClick={leaveTakeBack} />
      </StepHeading>
      <p class={styles.subject}>{translate(describeRequest(review.request, review.source))}</p>
      {'changes' in review.source && review.source.isPartial && <PartialWarning />}
      {'changes' in review.source && review.source.spendingGroups.length > 0 && (
        <p class="hint">{translate(HISTORY.returnsSpent)}</p>
      )}
      <Messages isWarning title={HISTORY.refused(plan.refused.length)} groups={groupRefusals(plan)} />
      <Messages title={HISTORY.impossible(plan.impossible.length)} groups={groupImpossible(plan)} />
      {withChoice.length > 0 && <SinceOption rows={withChoice} />}
      {plan.rows.length === 0 ? (
        plan.refused.length + plan.impossible.length === 0 && (
          <EmptyState icon="check" title={HISTORY.nothingTitle} text={HISTORY.nothingText}>
            <Button text={HISTORY.backToList} onClick={leaveTakeBack} />
          </EmptyState>
        )
      ) : (
        <>
          <SelectAll
            uids={plan.rows.flatMap(({ studentUid, entry }) => (entry === undefined ? [] : [studentUid]))}
            selection={selection}
          />
          <ChangeRows>
            {plan.rows.map((row) => (
              <TakeBackPlanRow key={row.studentUid} row={row} />
            ))}
          </ChangeRows>
          <TakeBackBar isRestore={isRestore} />
        </>
      )}
    </Step>
  );
}

/** The first changes are no longer kept: only an earlier roster has the values from before. */
function PartialWarning() {
  const isRestoring = useSignal(false);
  return (
    <Notice kind="warning">
      <p>{translate(HISTORY.partialWarning)}</p>
      <p>
        <Button look="text" text={HISTORY.restore} onClick={setTo(isRestoring, true)} />
      </p>
      {isRestoring.value && <RestoreDialog onClose={setTo(isRestoring, false)} />}
    </Notice>
  );
}

function groupRefusals({ refused }: TakeBackPlan): RowGroup[] {
  const isMissing = ({ error }: (typeof refused)[number]) => error.code === 'not_found';
  return [
    {
      key: 'missing',
      title: HISTORY.refusedMissing,
      rows: refused.filter(isMissing).map(({ studentUid }) => ({ studentUid })),
    },
    {
      key: 'refused',
      title: HISTORY.refusedRules,
      rows: refused
        .filter((refusal) => !isMissing(refusal))
        .map(({ studentUid, error }) => ({ studentUid, text: describeRefusal(error) })),
    },
  ].filter(({ rows }) => rows.length > 0);
}

const groupImpossible = ({ impossible }: TakeBackPlan): RowGroup[] =>
  impossible.length === 0
    ? []
    : [
        {
          key: 'impossible',
          title: HISTORY.pills.bond,
          rows: impossible.map(({ studentUid }) => ({ studentUid })),
        },
      ];

/** Says what was changed since, and takes all of it back as well. */
function SinceOption({ rows }: { rows: readonly TakeBackRow[] }) {
  const fields = new Map(
    rows.map(({ studentUid, since }) => [studentUid, new Set<string>(since.map(({ name }) => name))]),
  );
  const all = [...fields].flatMap(([uid, names]) =>
    [...names].map((name) => included.value.get(uid)?.has(name)),
  );
  const ticked = all.filter(Boolean).length;
  return (
    <Notice>
      <p>{translate(HISTORY.changedSince(all.length, rows.length))}</p>
      <Checkbox
        class={styles.all}
        text={HISTORY.includeAll}
        checked={ticked === all.length}
        onChange={() => includeFields(fields, ticked < all.length)}
        isPartial={ticked > 0 && ticked < all.length}
      />
    </Notice>
  );
}

function TakeBackBar({ isRestore }: { isRestore: boolean }) {
  const entries = selectedEntries.value;
  const count = entries.length;
  return (
    <ApplyBar
      writer={writer}
      entries={entries}
      label={translate(isRestore ? HISTORY.applyRestore(count) : HISTORY.apply(count))}
      isDisabled={count === 0}
      confirm={{ text: HISTORY.confirmText, label: HISTORY.confirmButton }}
    >
      {count === 0 && <p class="hint">{translate(HISTORY.selectNone)}</p>}
    </ApplyBar>
  );
}
