import { changesTo, hasReached } from '../../../client/changes.ts';
import {
  type GrowthState,
  STATE_NAMES,
  type StateName,
  type StudentPatch,
} from '../../../contract/state-fields.ts';
import { applyPatch, applyRegistration, findViolations } from '../../../contract/state-rules.ts';
import type { WriteHeaders } from '../api/operation.ts';
import type { Edit, EditOutcome } from '../outbox/edit.ts';

/** A change of one student. */
export interface StudentEdit extends Edit {
  readonly kind: 'student';
  readonly studentUid: string;
  /** The state that the player saw; null is not recruited. */
  readonly before: GrowthState | null;
  /** Registers or patches the student; null removes it. */
  readonly changes: StudentPatch | null;
  readonly headers?: WriteHeaders | undefined;
}

export type StudentOutcome = EditOutcome<
  {
    readonly before: GrowthState | null;
    readonly after: GrowthState | null;
    /** Of the history, where the answer told it. */
    readonly group?: number | undefined;
  },
  { readonly current: GrowthState | null }
>;

type Change = Pick<StudentEdit, 'before' | 'changes'>;

/** The state that an edit leads to. An edit of a student that was removed meanwhile has no effect. */
export function applyEdit(state: GrowthState | null, { before, changes }: Change): GrowthState | null {
  if (changes === null) return null;
  if (state !== null) return applyPatch(state, changes);
  return before === null ? applyRegistration(undefined, changes) : null;
}

export type EditMerge =
  /** The student is as the edit wanted, such as after a write whose answer was lost. */
  | { readonly kind: 'reached' }
  | { readonly kind: 'merged'; readonly before: GrowthState; readonly changes: StudentPatch }
  | { readonly kind: 'conflict' };

/** What becomes of an edit if the student is in another state than the one that the player saw. */
export function mergeEdit({ before, changes }: Change, current: GrowthState | null): EditMerge {
  if (changes === null) return { kind: current === null ? 'reached' : 'conflict' };
  if (current === null) return { kind: 'conflict' };
  if (hasReached(current, changes)) return { kind: 'reached' };
  const [violation] = findViolations(applyPatch(current, changes));
  if (violation !== undefined || findCollisions({ before, changes }, current).length > 0)
    return { kind: 'conflict' };
  return { kind: 'merged', before: current, changes: changesTo(current, changes) };
}

/**
 * The fields that were changed elsewhere and that the edit would set to another value, or of which it would lose its
 * own: bond and experience depend on each other.
 */
export function findCollisions(
  { before, changes }: { before: GrowthState | null; changes: StudentPatch },
  current: GrowthState,
): StateName[] {
  const seen = before ?? applyRegistration(undefined, {});
  const wanted = applyPatch(seen, changes);
  const next = applyPatch(current, changes);
  return STATE_NAMES.filter((name) => {
    const isOverwritten = !Object.is(current[name], seen[name]) && !Object.is(next[name], current[name]);
    return isOverwritten || (changes[name] !== undefined && !Object.is(next[name], wanted[name]));
  });
}

/** What undo goes back to after an edit that was found to have taken effect: all but its own fields stay. */
export function stateWithoutEdit({ before, changes }: Change, after: GrowthState | null): GrowthState | null {
  if (before === null || changes === null || after === null) return before;
  const own = STATE_NAMES.filter((name) => changes[name] !== undefined);
  return applyPatch(after, Object.fromEntries(own.map((name) => [name, before[name]])) as StudentPatch);
}

/** Removes fields that the player has decided anew; undefined if nothing is left. */
export function withoutFields(edit: StudentEdit, fields: readonly string[]): StudentEdit | undefined {
  if (edit.changes === null) return undefined;
  const left = Object.entries(edit.changes).filter(([name]) => !fields.includes(name));
  if (left.length === 0) return undefined;
  return { ...edit, changes: Object.fromEntries(left) as StudentPatch };
}

export type EditMark = 'waiting' | 'conflict';

/** How a student, or one of its fields, is marked in the lists. */
export function markOf(edits: readonly StudentEdit[], field?: StateName): EditMark | undefined {
  const own = edits.filter(({ changes }) => field === undefined || changes?.[field] !== undefined);
  if (own.some(({ problem }) => problem !== undefined)) return 'conflict';
  return own.some(({ isWaiting }) => isWaiting) ? 'waiting' : undefined;
}

/** What the edits want together, the later ones first. */
export const mergeChanges = (edits: readonly StudentEdit[]): StudentPatch =>
  Object.assign({}, ...edits.map(({ changes }) => changes));
