import { useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { GrowthState } from '../../../../contract/state-fields.ts';
import { Icon } from '../../components/icon.tsx';
import { Stars } from '../../components/stars.tsx';
import { StudentName } from '../../components/student-name.tsx';
import { findStudent, type ShownStudent } from '../../roster/roster-store.ts';
import { isSelecting, openedStudent, selection, toggleSelected } from '../../roster/roster-view-state.ts';
import { ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../translate.ts';
import { useRovingFocus } from './roving-focus.ts';
import { useRenderedCount } from './use-rendered-count.ts';

const ELEMENTS_PER_CARD = 16;

/** All students as cards. One of them is a tab stop; the arrow keys go to the others. */
export function StudentGrid({ uids }: { uids: readonly string[] }) {
  const list = useRef<HTMLUListElement>(null);
  const count = useRenderedCount(uids, ELEMENTS_PER_CARD);
  useRovingFocus(list, '.card', uids, count);
  // The same element again tells Preact that the card need not be compared.
  const cards = useMemo(() => new Map<string, JSX.Element>(), []);
  return (
    <ul ref={list} class="cards-of-students" data-tab-stops onKeyDown={handleKey}>
      {uids.slice(0, count).map((uid) => {
        const student = findStudent(uid);
        if (student === undefined) return null;
        const card = cards.get(uid) ?? (
          <li key={uid}>
            <StudentCard shown={student} />
          </li>
        );
        cards.set(uid, card);
        return card;
      })}
    </ul>
  );
}

function StudentCard({ shown: { student, state, isSaving, changesElsewhere } }: { shown: ShownStudent }) {
  const { studentUid } = student;
  const isSelected = useComputed(() => isSelecting.value && selection.value.has(studentUid));
  const current = state.value;
  return (
    <button
      type="button"
      tabIndex={-1}
      class={`card ${current === null ? 'not-recruited' : ''} ${isSaving.value ? 'saving' : ''}`}
      aria-pressed={isSelecting.value ? isSelected.value : undefined}
      onClick={() => {
        if (isSelecting.peek()) toggleSelected(studentUid);
        else openedStudent.value = { studentUid };
      }}
    >
      {changesElsewhere.value > 0 && <span key={changesElsewhere.value} class="flash" />}
      <strong>
        <StudentName student={student} />
      </strong>
      {isSelecting.value && <span class="tick">{isSelected.value && <Icon name="check" />}</span>}
      {current === null ? (
        <span class="soft">{translate(ROSTER.notRecruited)}</span>
      ) : (
        <StateLines state={current} />
      )}
    </button>
  );
}

const StateLines = ({ state }: { state: GrowthState }) => (
  <>
    <Stars tier={state.tier} weaponTier={state.weaponTier} />
    <span class="figures">
      <span>
        {translate(ROSTER.level)} <b>{state.level ?? '–'}</b>
      </span>
      <span>
        {translate(ROSTER.bond)} <b>{state.bond ?? '–'}</b>
      </span>
    </span>
    <span class="figures soft">
      <span>
        <span class="visually-hidden">{translate(ROSTER.skills)} </span>
        {joinValues([state.skillEx, state.skillNormal, state.skillEnhanced, state.skillSub])}
      </span>
      <span>
        <span class="visually-hidden">{translate(ROSTER.gear)} </span>
        {joinValues([state.equip1, state.equip2, state.equip3], 'T')}
      </span>
    </span>
  </>
);

/** Nothing recorded is one dash, not four. */
const joinValues = (values: readonly (number | null)[], prefix = ''): string =>
  values.every((value) => value === null)
    ? '–'
    : prefix + values.map((value) => value ?? '–').join(prefix === '' ? '/' : '·');

/** Arrow keys, Home and End, by where the cards stand on the screen. */
function handleKey(event: KeyboardEvent): void {
  const card = (event.target as Element).closest<HTMLElement>('.card');
  const list = event.currentTarget as HTMLElement;
  if (card === null || event.ctrlKey || event.metaKey || event.altKey) return;
  const cards = [...list.querySelectorAll<HTMLElement>('.card')];
  const at = cards.indexOf(card);
  const firstRow = cards[0]?.offsetTop;
  const columns = Math.max(
    1,
    cards.findIndex(({ offsetTop }) => offsetTop !== firstRow),
  );
  const target = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at + columns,
    ArrowUp: at - columns,
    Home: 0,
    End: cards.length - 1,
  }[event.key];
  if (target === undefined) return;
  event.preventDefault();
  cards[Math.min(cards.length - 1, Math.max(0, target))]?.focus();
}
