import { STATE_NAMES, type StateName } from '../../../../contract/state-fields.ts';
import { acceptsPaste } from '../../components/pasted-text.ts';
import { showToast } from '../../components/toast.tsx';
import { type PastedBlock, placeCells, readCells } from '../../roster/paste-block.ts';
import { findStudent } from '../../roster/roster-store.ts';
import { COMMON } from '../../texts/common-texts.ts';

const CELL = '[role="gridcell"]';
const uidOf = (cell: HTMLElement): string => cell.parentElement?.dataset.uid ?? '';

/** Copies the value of a cell, or from the name all values of the student, as a spreadsheet takes them. */
export async function copyCells(cell: HTMLElement): Promise<void> {
  const state = findStudent(uidOf(cell))?.state.peek();
  if (!state) return;
  const field = cell.dataset.field as StateName | undefined;
  const values = (field === undefined ? STATE_NAMES : [field]).map((name) => state[name] ?? '');
  try {
    await navigator.clipboard.writeText(values.join('\t'));
    showToast(COMMON.copied);
  } catch {
    showToast(COMMON.copyFailed, { kind: 'warning' });
  }
}

/** The cells that are pasted at the one that has the focus; undefined if a value is being typed. */
export function readPaste({ clipboardData, target }: ClipboardEvent, uids: readonly string[]) {
  const cell = document.activeElement?.matches(CELL) ? (document.activeElement as HTMLElement) : null;
  const text = clipboardData?.getData('text/plain').trimEnd() ?? '';
  if (cell === null || text === '' || (target as Element).matches?.('input')) return undefined;
  if (!acceptsPaste(text)) return undefined;
  const from = uids.indexOf(uidOf(cell));
  if (from < 0) return undefined;
  const students = uids.slice(from).flatMap((uid) => {
    const shown = findStudent(uid);
    return shown ? { student: shown.student, state: shown.state.peek() } : [];
  });
  return placeCells(
    readCells(text),
    students,
    cell.dataset.field as StateName | undefined,
  ) satisfies PastedBlock;
}
