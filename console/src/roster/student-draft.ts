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

/** A student that is not recruited has no stars until they are chosen, or the own ones, and no unique weapon. */
const notRecruited = (ownStars = 0): GrowthState => ({
  ...applyRegistration(undefined, {}),
  tier: ownStars,
  weaponTier: 0,
});

/**
 * Checks what was entered for a student, recruited or not (null). `ownStars` are those with which a registration begins,
 * if they are known.
 */
export function evaluateDraft(state: GrowthState | null, draft: Draft, ownStars?: number): CheckedDraft {
  const base = state ?? notRecruited(ownStars);
  const patch = toPatch(draft, base);
  // Shows the experience as it is typed, and not as it is stored.
  const next = { ...applyPatch(base, patch), ...('bondExp' in patch && { bondExp: patch.bondExp ?? null }) };
  const errors = checkDraft(patch, next);
  const changedFields = new Set(Object.keys(patch) as StateName[]);
  const isComplete = state === null ? (patch.tier ?? ownStars) !== undefined : changedFields.size > 0;
  const isValid = Object.keys(errors).length === 0;
  const changes =
    state === null ? { ...(ownStars !== undefined && { tier: ownStars }), weaponTier: 0, ...patch } : patch;
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
