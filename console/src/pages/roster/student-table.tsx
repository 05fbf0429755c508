// biome-ignore-all lint/a11y/useSemanticElements: rows of a <table> cannot leave out their layout while off the screen.
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells and the buttons in the heads take the focus.
import { signal, useComputed, useSignal } from '@preact/signals';
import { Fragment, type JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Bilingual } from '../../../../contract/bilingual.ts';
import { COLUMN_LABELS } from '../../../../contract/column-labels.ts';
import {
  type GrowthState,
  STATE_FIELDS,
  STATE_NAMES,
  type StateName,
  type StudentPatch,
} from '../../../../contract/state-fields.ts';
import { applyPatch, applyRegistration } from '../../../../contract/state-rules.ts';
import { FieldError } from '../../components/form-fields.tsx';
import { parseValue } from '../../components/parse-value.ts';
import { useRovingFocus } from '../../components/roving-focus.ts';
import { setTo } from '../../components/set-to.ts';
import { nameOfStudent, StudentName } from '../../components/student-name.tsx';
import { useRenderedCount } from '../../components/use-rendered-count.ts';
import { checkDraft } from '../../roster/check-draft.ts';
import { findRemarks } from '../../roster/game-remarks.ts';
import { gameServer } from '../../roster/game-server.ts';
import type { GroupPart, StudentGroup } from '../../roster/group-roster.ts';
import type { PastedBlock } from '../../roster/paste-block.ts';
import { isAvailable } from '../../roster/released-students.ts';
import { findStudent, type ShownStudent } from '../../roster/roster-store.ts';
import {
  group as grouping,
  isSelecting,
  openedStudent,
  order,
  selection,
  toggleSelected,
  visibleUids,
} from '../../roster/roster-view-state.ts';
import { orderBy, type RosterOrder } from '../../roster/sort-roster.ts';
import { markOf } from '../../roster/student-edit.ts';
import { NewMark, UnreleasedMark } from '../../roster/student-mark.tsx';
import { COMMON } from '../../texts/common-texts.ts';
import { FIELD_LABELS } from '../../texts/field-texts.ts';
import { PANEL } from '../../texts/panel-texts.ts';
import { ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../texts/translate.ts';
import { EditMark, Flash, Tick } from './edit-mark.tsx';
import { GroupHeading } from './group-heading.tsx';
import { PasteDialog } from './paste-dialog.tsx';
import { saveDirectly } from './save-directly.ts';
import styles from './student-table.module.css';
import { copyCells, readPaste } from './table-clipboard.ts';

const ELEMENTS_PER_ROW = STATE_NAMES.length + 3;

/** The others have a field. */
const NAME_CELL = '[role="gridcell"]:not([data-field])';

/** The cell in which a value is typed. */
const editing = signal<{ studentUid: string; field: StateName; text: string } | undefined>(undefined);
const editError = signal<Bilingual | undefined>(undefined);
/** The remark on the cell that has the focus, which a screen reader gets from the cell. */
const focusedRemark = signal('');

/** All students with every field. The arrow keys go from cell to cell; a digit begins a new value. */
export function StudentTable({ groups }: { groups: readonly StudentGroup[] }) {
  const table = useRef<HTMLDivElement>(null);
  const uids = visibleUids.value;
  const count = useRenderedCount(uids, ELEMENTS_PER_ROW);
  useRovingFocus(table, '[role="gridcell"]', uids, count);
  useEffect(() => stopEditing, []);
  const pasted = useSignal<PastedBlock | undefined>(undefined);
  useEffect(() => {
    const handlePaste = (event: ClipboardEvent) => {
      pasted.value = readPaste(event, uids);
    };
    addEventListener('paste', handlePaste);
    return () => removeEventListener('paste', handlePaste);
  }, [uids]);
  // The same element again tells Preact that the row need not be compared.
  const rows = useMemo(() => new Map<string, JSX.Element>(), []);
  let left = count;
  const renderRows = ({ uids }: GroupPart) => {
    const rendered = uids.slice(0, left);
    left -= rendered.length;
    return rendered.map((uid) => {
      const shown = findStudent(uid);
      if (shown === undefined) return null;
      const row = rows.get(uid) ?? <TableRow key={uid} shown={shown} />;
      rows.set(uid, row);
      return row;
    });
  };
  return (
    <>
      <div
        ref={table}
        class={styles.table}
        role="grid"
        aria-label={translate(COMMON.roster)}
        aria-rowcount={uids.length + 1 + (grouping.value === undefined ? 0 : groups.length)}
        data-tab-stops
        onKeyDown={handleKey}
        onClick={handleClick}
        onDblClick={({ target }) => startEditing(target as Element)}
        onFocusIn={({ target }) => {
          focusedRemark.value = (target as HTMLElement).title;
        }}
      >
        <div role="row" class={styles.head}>
          <ColumnHead by="name" label={ROSTER.student} title={ROSTER.student} />
          {STATE_NAMES.map((field) => (
            <ColumnHead key={field} by={field} label={COLUMN_LABELS[field]} title={FIELD_LABELS[field]} />
          ))}
        </div>
        {groups.map((group) => (
          <Fragment key={group.code}>
            {grouping.value !== undefined && left > 0 && (
              <div role="row" class={styles.group}>
                <div role="rowheader" aria-colspan={STATE_NAMES.length + 1}>
                  <GroupHeading group={group} />
                </div>
              </div>
            )}
            {group.parts.map(renderRows)}
          </Fragment>
        ))}
      </div>
      <TableMessages />
      {pasted.value && <PasteDialog block={pasted.value} onClose={setTo(pasted, undefined)} />}
    </>
  );
}

const TableMessages = () => (
  <>
    <FieldError class={styles.error}>{editError.value && translate(editError.value)}</FieldError>
    <p class={styles.remark} aria-hidden="true">
      {editing.value === undefined && focusedRemark.value}
    </p>
  </>
);

interface ColumnHeadProps {
  by: RosterOrder['by'];
  label: Bilingual;
  title: Bilingual;
}

function ColumnHead({ by, label, title }: ColumnHeadProps) {
  const isChosen = order.value.by === by;
  const direction = order.value.descending ? 'descending' : 'ascending';
  return (
    <div role="columnheader" aria-sort={isChosen ? direction : undefined}>
      <button
        type="button"
        title={translate(title)}
        onClick={() => {
          order.value = isChosen ? { by, descending: !order.value.descending } : orderBy(by);
        }}
      >
        <span class="visually-hidden">{translate(title)}</span>
        <span aria-hidden="true">{translate(label)}</span>
      </button>
    </div>
  );
}

function TableRow({ shown }: { shown: ShownStudent }) {
  const { student, state, isSaving, edits } = shown;
  const { studentUid } = student;
  const edited = useComputed(() =>
    editing.value?.studentUid === studentUid ? editing.value.field : undefined,
  );
  const current = state.value;
  const remarks =
    current === null
      ? {}
      : findRemarks(current, {
          name: nameOfStudent(student),
          attributes: student.attributes,
          server: gameServer.value,
        });
  return (
    <div
      role="row"
      class={current === null ? styles.notRecruited : undefined}
      data-saving={isSaving.value ? '' : undefined}
      data-uid={studentUid}
    >
      <NameCell shown={shown} />
      {STATE_NAMES.map((field) => {
        const isEdited = edited.value === field;
        const remark = remarks[field] && translate(remarks[field]);
        return (
          <div
            key={field}
            role="gridcell"
            tabIndex={-1}
            class={isEdited ? styles.edited : remark && styles.remarked}
            title={remark}
            aria-description={remark}
            data-field={field}
          >
            {isEdited ? (
              <CellEditor />
            ) : (
              <>
                {edits.value.length > 0 && <EditMark mark={markOf(edits.value, field)} />}
                {current?.[field] ?? ''}
              </>
            )}
          </div>
        );
      })}
    </div>
  );
}

/** Renders alone when it is selected. */
function NameCell({ shown: { student, state, changesElsewhere, edits } }: { shown: ShownStudent }) {
  const isSelected = useComputed(() => isSelecting.value && selection.value.has(student.studentUid));
  return (
    <div
      role="gridcell"
      tabIndex={-1}
      class={styles.name}
      aria-selected={isSelecting.value ? isSelected.value : undefined}
    >
      <Flash changes={changesElsewhere.value} />
      {isSelecting.value && <Tick isTicked={isSelected.value} />}
      <NewMark student={student} />
      <StudentName student={student} />
      <UnreleasedMark student={student} state={state.value} />
      <EditMark mark={markOf(edits.value)} />
    </div>
  );
}

function CellEditor() {
  const input = useRef<HTMLInputElement>(null);
  const cell = editing.value;
  // Before the next key, which belongs to the value.
  useLayoutEffect(() => input.current?.focus(), []);
  if (cell === undefined) return null;
  return (
    <input
      ref={input}
      inputMode="numeric"
      autocomplete="off"
      aria-label={translate(FIELD_LABELS[cell.field])}
      aria-invalid={editError.value !== undefined}
      value={cell.text}
      onInput={({ currentTarget }) => {
        editing.value = { ...cell, text: currentTarget.value };
        editError.value = findError(cell.studentUid, cell.field, currentTarget.value);
      }}
      onBlur={() => {
        // What is invalid is not kept when the focus leaves.
        if (!commit()) stopEditing();
      }}
    />
  );
}

/** A click on a name opens the student or selects it; elsewhere it does so while selecting. */
function handleClick({ target }: MouseEvent): void {
  const row = (target as Element).closest<HTMLElement>('[data-uid]');
  const studentUid = row?.dataset.uid;
  if (studentUid === undefined) return;
  if (isSelecting.peek()) toggleSelected(studentUid);
  else if ((target as Element).closest(NAME_CELL) !== null) openedStudent.value = { studentUid };
}

function startEditing(target: Element, text?: string): void {
  const cell = target.closest<HTMLElement>('[data-field]');
  const studentUid = cell?.parentElement?.dataset.uid;
  const field = cell?.dataset.field as StateName | undefined;
  if (studentUid === undefined || field === undefined) return;
  const shown = findStudent(studentUid);
  const state = shown?.state.peek() ?? null;
  const isOut = shown !== undefined && isAvailable({ student: shown.student, state });
  if (!isOut || (state === null && field !== 'tier')) {
    editError.value = isOut ? ROSTER.firstSetStars : PANEL.openToRegister;
    return;
  }
  editing.value = { studentUid, field, text: text ?? String(state?.[field] ?? '') };
  editError.value = text === undefined ? undefined : findError(studentUid, field, text);
}

function stopEditing(): void {
  editing.value = undefined;
  editError.value = undefined;
}

/** A student without a state is registered with the stars that are typed, and no unique weapon. */
function toChanges(state: GrowthState | null, field: StateName, text: string): StudentPatch {
  const changes = { [field]: parseValue(text) };
  return state === null ? { weaponTier: 0, ...changes } : changes;
}

function findError(studentUid: string, field: StateName, text: string): Bilingual | undefined {
  const state = findStudent(studentUid)?.state.peek() ?? null;
  const changes = toChanges(state, field, text);
  const next = state === null ? applyRegistration(undefined, changes) : applyPatch(state, changes);
  return checkDraft(changes, next)[field];
}

/** Saves the value of the edited cell. Returns false if it is invalid and the editor stays open. */
function commit(): boolean {
  const cell = editing.peek();
  if (cell === undefined) return true;
  const { studentUid, field, text } = cell;
  const state = findStudent(studentUid)?.state.peek() ?? null;
  if ((state?.[field] ?? null) === parseValue(text)) {
    stopEditing();
    return true;
  }
  const error = findError(studentUid, field, text);
  editError.value = error;
  if (error !== undefined) return false;
  editing.value = undefined;
  void saveDirectly(studentUid, toChanges(state, field, text));
  return true;
}

/** Cells in rows and columns: where a key leads. */
const MOVES: Record<string, readonly [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -Infinity],
  End: [0, Infinity],
  PageUp: [-10, 0],
  PageDown: [10, 0],
};

function handleKey(event: KeyboardEvent): void {
  const cell = (event.target as Element).closest<HTMLElement>('[role="gridcell"]');
  if (cell === null || event.isComposing || event.altKey) return;
  if (event.ctrlKey || event.metaKey) {
    if (event.key === 'c' && editing.peek() === undefined) void copyCells(cell);
    return;
  }
  if (editing.peek() !== undefined) handleEditorKey(event, cell);
  else handleCellKey(event, cell);
}

function handleEditorKey(event: KeyboardEvent, cell: HTMLElement): void {
  const { key, shiftKey } = event;
  if (key === 'Escape') {
    stopEditing();
    cell.focus();
  } else if (key === 'Enter' || key === 'Tab') {
    if (commit()) moveFocus(cell, key === 'Enter' ? [shiftKey ? -1 : 1, 0] : [0, shiftKey ? -1 : 1]);
  } else if (key === 'ArrowUp' || key === 'ArrowDown') {
    if (commit()) moveFocus(cell, MOVES[key] as [number, number]);
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

function handleCellKey(event: KeyboardEvent, cell: HTMLElement): void {
  const { key } = event;
  const move = MOVES[key];
  const field = cell.dataset.field as StateName | undefined;
  if (move) moveFocus(cell, move);
  else if (key === 'Enter' || key === 'F2') {
    if (field === undefined) cell.click();
    else startEditing(cell);
  } else if (key === ' ') cell.parentElement?.querySelector<HTMLElement>(NAME_CELL)?.click();
  else if (/^\d$/.test(key)) startEditing(cell, key);
  else if ((key === 'Delete' || key === 'Backspace') && field !== undefined && STATE_FIELDS[field].nullable) {
    startEditing(cell, '');
    commit();
  } else return;
  event.preventDefault();
}

function moveFocus(cell: HTMLElement, [rows, columns]: readonly [number, number]): void {
  const row = cell.parentElement as HTMLElement;
  const allRows = [...(row.parentElement as HTMLElement).querySelectorAll<HTMLElement>('[data-uid]')];
  const nextRow = allRows[clamp(allRows.indexOf(row) + rows, allRows.length)] as HTMLElement;
  const cells = [...row.children];
  (nextRow.children[clamp(cells.indexOf(cell) + columns, cells.length)] as HTMLElement).focus();
}

const clamp = (index: number, length: number): number => Math.min(length - 1, Math.max(0, index));
