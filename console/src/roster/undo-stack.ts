import { signal } from '@preact/signals';
import type { StudentOutcome } from './student-edit.ts';
import type { StudentChange } from './undo-change.ts';

/** What one action of the player did: one student, or many at once. */
export interface UndoStep {
  changes: readonly StudentChange[];
  /** Resolves when the changes are known. */
  readonly isDone: Promise<void>;
}

const MAX_STEPS = 200;

const done = signal<readonly UndoStep[]>([]);
const undone = signal<readonly UndoStep[]>([]);
const STACKS = { undo: done, redo: undone };
export type UndoDirection = keyof typeof STACKS;

/** Whether there is something to undo, or to redo. */
export const canUndo = (direction: UndoDirection = 'undo'): boolean => STACKS[direction].value.length > 0;

export function clearUndoSteps(): void {
  done.value = [];
  undone.value = [];
}

/** Takes its place at once, so that actions are undone in the order in which they were begun. */
export async function recordStep<Result>(
  act: () => Promise<{ changes: readonly StudentChange[]; result: Result }>,
): Promise<Result> {
  const { promise: isDone, resolve } = Promise.withResolvers<void>();
  const step: UndoStep = { changes: [], isDone };
  done.value = [...done.peek(), step].slice(-MAX_STEPS);
  try {
    const { changes, result } = await act();
    setChanges(step, changes);
    if (step.changes.length > 0) undone.value = [];
    return result;
  } catch (error) {
    setChanges(step, []);
    throw error;
  } finally {
    resolve();
  }
}

/** The last action that changed something; it is not on its stack any more. */
export async function takeStep(direction: UndoDirection): Promise<UndoStep | undefined> {
  const stack = STACKS[direction];
  for (let step = stack.peek().at(-1); step !== undefined; step = stack.peek().at(-1)) {
    await step.isDone;
    // One that changed nothing has left the stack, and another may have been begun.
    if (stack.peek().at(-1) !== step) continue;
    stack.value = stack.peek().slice(0, -1);
    return step;
  }
  return undefined;
}

/** What an undo did can be redone, and the other way round. */
export function putStep(direction: UndoDirection, changes: readonly StudentChange[]): void {
  const step = { changes: [], isDone: Promise.resolve() };
  STACKS[direction].value = [...STACKS[direction].peek(), step];
  setChanges(step, changes);
}

/** What has become of an edit that waited. One that was not saved is nothing to undo. */
export function noteOutcome(editId: string, outcome: StudentOutcome, spends = false): void {
  if (outcome.kind === 'waiting') return;
  for (const step of [...done.peek(), ...undone.peek()]) {
    if (!step.changes.some(({ waitingEdit }) => waitingEdit === editId)) continue;
    setChanges(
      step,
      step.changes.flatMap((change) => {
        if (change.waitingEdit !== editId) return [change];
        const { studentUid } = change;
        if (outcome.kind !== 'saved') return [];
        const { before, after, group } = outcome;
        return [{ studentUid, before, after, ...(spends && { spentIn: group }) }];
      }),
    );
  }
}

function setChanges(step: UndoStep, changes: readonly StudentChange[]): void {
  step.changes = changes.filter(({ before, after }) => before !== after);
  if (step.changes.length > 0) return;
  for (const stack of [done, undone])
    if (stack.peek().includes(step)) stack.value = stack.peek().filter((one) => one !== step);
}
