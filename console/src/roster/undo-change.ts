import { type GrowthState, STATE_NAMES, type StudentPatch } from '../../../contract/state-fields.ts';
import { isSameState } from '../api/sent-writes.ts';
import { mergeEdit } from './student-edit.ts';

/** What one action did to one student; null is not recruited. */
export interface StudentChange {
  readonly studentUid: string;
  readonly before: GrowthState | null;
  readonly after: GrowthState | null;
  /** While the service has not confirmed it. */
  readonly waitingEdit?: string | undefined;
  /** The group of the history in which materials were spent on it. */
  readonly spentIn?: number | undefined;
  /** Of a change that returned materials: done again, it takes them again. */
  readonly spendsAgain?: boolean | undefined;
}

/** The changes that lead back, the last one first. */
export const invertChanges = (changes: readonly StudentChange[]): StudentChange[] =>
  changes.toReversed().map(({ studentUid, before, after, spentIn, spendsAgain }) => ({
    studentUid,
    before: after,
    after: before,
    ...(spentIn !== undefined && { spentIn }),
    ...(spendsAgain && { spendsAgain }),
  }));

/**
 * What brings the student to where the change leads; null removes it. Fields that the change is not about stay as they
 * are. Undefined if something else has changed one that it is about.
 */
export function planChange(
  change: StudentChange,
  current: GrowthState | null,
): StudentPatch | null | undefined {
  const { before } = change;
  const changes = changesOf(change);
  if (isSameState(current, before)) return changes;
  if (before === null || mergeEdit({ before, changes }, current).kind === 'conflict') return undefined;
  return changes;
}

/** Registers, patches or, as null, removes the student as the change does. */
export const changesOf = ({ before, after }: Pick<StudentChange, 'before' | 'after'>): StudentPatch | null =>
  before === null || after === null
    ? after
    : (Object.fromEntries(
        STATE_NAMES.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]),
      ) as StudentPatch);
