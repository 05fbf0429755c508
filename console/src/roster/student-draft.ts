import type { GrowthState, StateName, StudentPatch } from '../../../contract/state-fields.ts';
import { applyPatch, applyRegistration } from '../../../contract/state-rules.ts';
import { checkDraft, type Draft, type DraftErrors, toPatch } from './check-draft.ts';
import { type Difference, findDifferences } from './state-differences.ts';

export interface CheckedDraft {
  /** The state that saving leads to, shown while it is typed. */
  readonly next: GrowthState;
  readonly errors: DraftErrors;
  /** What saving sends; undefined if there is nothing to save, or an error in it. */
  readonly changes: StudentPatch | undefined;
  readonly changedFields: ReadonlySet<StateName>;
}

/** A student that is not recruited has no stars until they are chosen, and then no unique weapon. */
const NOT_RECRUITED: GrowthState = { ...applyRegistration(undefined, {}), tier: 0, weaponTier: 0 };

/** Checks what was entered for a student, recruited or not (null). */
export function evaluateDraft(state: GrowthState | null, draft: Draft): CheckedDraft {
  const base = state ?? NOT_RECRUITED;
  const patch = toPatch(draft, base);
  // Shows the experience as it is typed, and not as it is stored.
  const next = { ...applyPatch(base, patch), ...('bondExp' in patch && { bondExp: patch.bondExp ?? null }) };
  const errors = checkDraft(patch, next);
  const changedFields = new Set(Object.keys(patch) as StateName[]);
  const isComplete = changedFields.size > 0 && (state !== null || patch.tier !== undefined);
  const isValid = Object.keys(errors).length === 0;
  const changes = state === null ? { weaponTier: 0, ...patch } : patch;
  return { next, errors, changedFields, changes: isComplete && isValid ? changes : undefined };
}

/** The fields that another tool has changed since the panel began to show `seen`. */
export const findChangesElsewhere = (
  seen: GrowthState | null,
  current: GrowthState | null,
): Map<StateName, Difference> =>
  new Map(
    seen === null || current === null
      ? []
      : findDifferences(seen, current).map((difference) => [difference.field, difference]),
  );
