import { type ReadonlySignal, useComputed } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import { findInGrid } from '../../components/find-in-grid.ts';
import { useRovingFocus } from '../../components/roving-focus.ts';
import { Stars } from '../../components/stars.tsx';
import { StudentName } from '../../components/student-name.tsx';
import { useRenderedCount } from '../../components/use-rendered-count.ts';
import { Portrait } from '../../roster/portrait.tsx';
import type { RosterEntry } from '../../roster/roster-entry.ts';
import { ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './picker-list.module.css';

const ELEMENTS_PER_TILE = 12;
const TILE = 'input[type=checkbox]';

interface PickerListProps {
  entries: readonly RosterEntry[];
  chosen: ReadonlySignal<ReadonlySet<string>>;
  onChoose: (uids: readonly string[], isChosen: boolean) => void;
}

/** Students to be ticked. One of them is a tab stop; the arrow keys go to the others. */
export function PickerList({ entries, chosen, onChoose }: PickerListProps) {
  const list = useRef<HTMLUListElement>(null);
  const uids = useMemo(() => entries.map(({ student }) => student.studentUid), [entries]);
  const count = useRenderedCount(uids, ELEMENTS_PER_TILE);
  useRovingFocus(list, TILE, uids, count);
  return (
    <ul ref={list} class={styles.list} onKeyDown={handleKey}>
      {entries.slice(0, count).map((entry) => (
        <Tile key={entry.student.studentUid} entry={entry} chosen={chosen} onChoose={onChoose} />
      ))}
    </ul>
  );
}

interface TileProps extends Omit<PickerListProps, 'entries'> {
  entry: RosterEntry;
}

/** Renders alone when it is ticked. */
function Tile({ entry: { student, state }, chosen, onChoose }: TileProps) {
  const { studentUid } = student;
  const isChosen = useComputed(() => chosen.value.has(studentUid));
  return (
    <li>
      <label class={styles.tile}>
        <input
          type="checkbox"
          tabIndex={-1}
          checked={isChosen.value}
          onChange={({ currentTarget: { checked } }) => onChoose([studentUid], checked)}
        />
        <Portrait student={student} />
        <span class={styles.name}>
          <StudentName student={student} />
          {state === null ? (
            <small class="soft">{translate(ROSTER.notRecruited)}</small>
          ) : (
            <Stars tier={state.tier} weaponTier={state.weaponTier} isCompact />
          )}
        </span>
      </label>
    </li>
  );
}

function handleKey(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const item = (event.target as Element).closest<HTMLElement>('li');
  if (item === null || event.ctrlKey || event.metaKey || event.altKey) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('li')];
  const next = findInGrid(items, item, event.key);
  if (next === undefined) return;
  event.preventDefault();
  next.querySelector<HTMLElement>(TILE)?.focus();
}
