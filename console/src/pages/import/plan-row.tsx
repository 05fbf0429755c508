import { useComputed, useSignal } from '@preact/signals';
import { Icon } from '../../components/icon.tsx';
import { FIELD_LABELS } from '../../texts/field-texts.ts';
import { IMPORT } from '../../texts/import-texts.ts';
import { translate } from '../../translate.ts';
import { includeEntries, leftOut } from './import-state.ts';
import { listChanges, type ValueChange, type WriteEntry } from './plan-entries.ts';
import { StudentName } from './student-names.tsx';

const SHOWN_VALUES = 6;

/** One student: what becomes of it, and each value that is written. */
export function PlanRow({ entry }: { entry: WriteEntry }) {
  const isIncluded = useComputed(() => !leftOut.value.has(entry.studentUid));
  const isExpanded = useSignal(false);
  const changes = listChanges(entry);
  // Lost progress is never hidden.
  const lowered = changes.filter(({ isLowered }) => isLowered).length;
  const limit = Math.max(SHOWN_VALUES, lowered);
  const hidden = changes.length - limit;
  const shown = isExpanded.value || hidden <= 1 ? changes : changes.slice(0, limit);
  return (
    <li class={isIncluded.value ? 'plan-row' : 'plan-row left-out'}>
      <label>
        <input
          type="checkbox"
          checked={isIncluded.value}
          onChange={({ currentTarget }) => includeEntries([entry], currentTarget.checked)}
        />
        <strong>
          <StudentName uid={entry.studentUid} />
        </strong>
        <span class={`pill ${entry.action}`}>{translate(IMPORT.actions[entry.action])}</span>
      </label>
      <div class="plan-values">
        {entry.action === 'remove' && (
          <p>
            <Icon name="warning" />
            {translate(IMPORT.removeValues)}
          </p>
        )}
        {shown.length > 0 && (
          <ul>
            {shown.map((change) => (
              <Value key={change.name} change={change} />
            ))}
          </ul>
        )}
        {hidden > 1 && (
          <button
            type="button"
            class="link"
            aria-expanded={isExpanded.value}
            onClick={() => {
              isExpanded.value = !isExpanded.value;
            }}
          >
            {translate(isExpanded.value ? IMPORT.fewerValues : IMPORT.moreValues(hidden))}
          </button>
        )}
      </div>
    </li>
  );
}

const Value = ({ change: { name, from, to, isLowered } }: { change: ValueChange }) => (
  <li class={isLowered ? 'plan-value lowered' : 'plan-value'}>
    <span>{translate(FIELD_LABELS[name])}</span>{' '}
    {from !== undefined && (
      <>
        <s>
          <Shown value={from} />
        </s>{' '}
        →{' '}
      </>
    )}
    <b>
      <Shown value={to} />
    </b>
    {isLowered && (
      <em>
        <Icon name="lowered" />
        {translate(to === null ? IMPORT.cleared : IMPORT.lowered)}
      </em>
    )}
  </li>
);

function Shown({ value }: { value: number | null }) {
  if (value !== null) return value;
  return (
    <>
      <span aria-hidden="true">–</span>
      <span class="visually-hidden">{translate(IMPORT.none)}</span>
    </>
  );
}
