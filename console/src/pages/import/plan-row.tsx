import { useComputed, useSignal } from '@preact/signals';
import { isKeeping } from '../../../../client/plan.ts';
import type { StateName } from '../../../../contract/state-fields.ts';
import { Icon } from '../../components/icon.tsx';
import { Portrait } from '../../components/portrait.tsx';
import { studentsByUid } from '../../roster/catalogue-state.ts';
import { IMPORT } from '../../texts/import-texts.ts';
import { translate } from '../../translate.ts';
import { ChangedValue } from './changed-value.tsx';
import { isWrite, listChanges, listLosses, type ReviewEntry } from './plan-entries.ts';
import { PlanLosses } from './plan-losses.tsx';
import { allowedLosses, includeEntries, leftOut, planWithLosses } from './review-state.ts';
import { StudentName } from './student-names.tsx';

const SHOWN_VALUES = 6;
/** A text with defaults would lower a dozen values of every student. */
const SHOWN_LOSSES = 3;
const NONE: ReadonlySet<StateName> = new Set();

/** One student: what becomes of it, each value that is written, and each that could be lowered. */
export function PlanRow({ entry }: { entry: ReviewEntry }) {
  const isIncluded = useComputed(() => !leftOut.value.has(entry.studentUid));
  const allowed = useComputed(() => allowedLosses.value.get(entry.studentUid) ?? NONE);
  const planned = useComputed(() => planWithLosses(entry));
  const isExpanded = useSignal(false);
  const changes = listChanges(entry);
  const losses = listLosses(entry);
  const firstChanges = changes.slice(0, SHOWN_VALUES);
  // What the player loses is never hidden.
  const firstLosses =
    losses.length <= SHOWN_LOSSES ? losses : losses.filter(({ name }) => allowed.value.has(name));
  const hidden = changes.length + losses.length - firstChanges.length - firstLosses.length;
  const isWhole = isExpanded.value || hidden <= 1;
  const shownChanges = isWhole ? changes : firstChanges;
  const { action } = planned.value;
  const isSaved = isIncluded.value && isWrite(planned.value);
  const title = (
    <>
      <Portrait student={studentsByUid.value.get(entry.studentUid)} />
      <strong>
        <StudentName uid={entry.studentUid} />
      </strong>
      <span class={`pill ${action}`}>{translate(IMPORT.actions[action])}</span>
    </>
  );
  return (
    <li class={isSaved ? 'plan-row' : 'plan-row left-out'}>
      {isWrite(entry) ? (
        <label>
          <input
            type="checkbox"
            checked={isIncluded.value}
            onChange={({ currentTarget }) => includeEntries([entry], currentTarget.checked)}
          />
          {title}
        </label>
      ) : (
        <p class="plan-title">{title}</p>
      )}
      <div class="plan-values">
        {entry.action === 'remove' && (
          <p>
            <Icon name="warning" />
            {translate(IMPORT.removeValues)}
          </p>
        )}
        {shownChanges.length > 0 && (
          <ul>
            {shownChanges.map((change) => (
              <li key={change.name} class="plan-value">
                <ChangedValue change={change} />
              </li>
            ))}
          </ul>
        )}
        {isKeeping(entry) && (
          <PlanLosses
            losses={losses}
            shown={isWhole ? losses : firstLosses}
            allowed={allowed.value}
            planned={planned.value}
            isBlocked={!isIncluded.value}
          />
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
            {translate(
              isExpanded.value
                ? IMPORT.fewerValues
                : hidden === losses.length
                  ? IMPORT.showLosses
                  : IMPORT.moreValues(hidden),
            )}
          </button>
        )}
      </div>
    </li>
  );
}
