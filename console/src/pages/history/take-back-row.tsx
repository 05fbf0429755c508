import { useComputed } from '@preact/signals';
import { pairOf } from '../../../../client/change-losses.ts';
import { compareValues, isLoss } from '../../../../client/compare-values.ts';
import type { StateName } from '../../../../contract/state-fields.ts';
import { listChanges, type ValueChange } from '../../changes/change-entries.ts';
import { ChangeRow, CollapsedValues } from '../../changes/change-row.tsx';
import { ChangedValue, Value, ValueChoice, ValueChoices, ValueItem } from '../../changes/changed-value.tsx';
import { FieldError } from '../../components/form-fields.tsx';
import { Icon } from '../../components/icon.tsx';
import { CHANGES } from '../../texts/change-texts.ts';
import { describeRefusal } from '../../texts/describe-refusal.ts';
import { HISTORY } from '../../texts/history-texts.ts';
import { translate } from '../../texts/translate.ts';
import type { TakeBackRow } from './take-back-plan.ts';
import { included, includeFields, selection } from './take-back-state.ts';

const SHOWN_VALUES = 8;
const NONE: ReadonlySet<string> = new Set();

/** One student: what becomes of it, and each value that was changed since, with a tick that takes it back as well. */
export function TakeBackPlanRow({ row }: { row: TakeBackRow }) {
  const { studentUid, entry, refusal, action, since, losesBond } = row;
  const isIncluded = useComputed(() => selection.has(studentUid)).value;
  const sinceNames = new Set<string>(since.map(({ name }) => name));
  const changes = entry === undefined ? [] : listChanges(entry).filter(({ name }) => !sinceNames.has(name));
  const lossNames = findLosses(row);
  const pill = entry === undefined ? 'none' : action;
  return (
    <ChangeRow
      studentUid={studentUid}
      action={pill}
      pillText={translate(HISTORY.pillsOfPlan[pill])}
      isSaved={entry !== undefined && isIncluded}
      choice={entry && { isIncluded, include: (isWanted) => selection.include([studentUid], isWanted) }}
    >
      {entry?.action === 'remove' && (
        <p>
          <Icon name="warning" />
          {translate(CHANGES.removeValues)} {losesBond && translate(HISTORY.losesBond)}
        </p>
      )}
      {changes.length > 0 && (
        <CollapsedValues hidden={changes.length - SHOWN_VALUES}>
          {(isWhole) => (
            <ul>
              {(isWhole ? changes : changes.slice(0, SHOWN_VALUES)).map((change) => (
                <ShownValue key={change.name} change={change} isLoss={lossNames.has(change.name)} />
              ))}
            </ul>
          )}
        </CollapsedValues>
      )}
      {since.length > 0 && <ChangedSince row={row} isBlocked={entry !== undefined && !isIncluded} />}
      {refusal !== undefined && (
        <FieldError>
          {refusal.error.code === 'not_found'
            ? translate(HISTORY.refusedMissing)
            : `${translate(HISTORY.refusedRules)}. ${translate(describeRefusal(refusal.error))}`}
        </FieldError>
      )}
    </ChangeRow>
  );
}

const ShownValue = ({ change, isLoss: isLowered }: { change: ValueChange; isLoss: boolean }) => (
  <ValueItem isLoss={isLowered}>
    <ChangedValue change={change} />
    {isLowered && (
      <em>
        <Icon name={change.to === null ? 'cleared' : 'lowered'} />
        {translate(change.to === null ? CHANGES.cleared : CHANGES.lowered)}
      </em>
    )}
  </ValueItem>
);

function findLosses({ entry }: TakeBackRow): ReadonlySet<string> {
  if (entry?.action !== 'change') return NONE;
  const effects = compareValues(entry.before, entry.changes);
  return new Set([...effects].filter(([, effect]) => isLoss(effect)).map(([name]) => name));
}

/** The values that somebody has changed since. A registration or a removal is taken back with all of them, or not. */
function ChangedSince({
  row: { studentUid, action, since },
  isBlocked,
}: {
  row: TakeBackRow;
  isBlocked: boolean;
}) {
  const ticked = included.value.get(studentUid) ?? NONE;
  const include = (names: readonly string[], isTicked: boolean) =>
    includeFields(new Map([[studentUid, new Set(names)]]), isTicked);
  const names = since.map(({ name }) => name);
  return (
    <ValueChoices studentUid={studentUid} text={HISTORY.sinceLegend} isBlocked={isBlocked}>
      {action === 'change' ? (
        since.map((change) => (
          <ValueChoice
            key={change.name}
            isChosen={ticked.has(change.name)}
            choose={(isWanted) => include(pairIn(names, change.name), isWanted)}
          >
            <Value>
              <ChangedValue change={change} /> <em>{translate(HISTORY.sinceMark)}</em>
            </Value>
          </ValueChoice>
        ))
      ) : (
        <ValueChoice
          isChosen={names.every((name) => ticked.has(name))}
          choose={(isWanted) => include(names, isWanted)}
        >
          {translate(action === 'remove' ? HISTORY.sinceRemoval(names.length) : HISTORY.sinceReturn)}
        </ValueChoice>
      )}
    </ValueChoices>
  );
}

const pairIn = (names: readonly StateName[], name: StateName): StateName[] =>
  pairOf(name).filter((one) => names.includes(one));
