import type { Bilingual } from '../../../contract/bilingual.ts';
import { checkFields } from '../../../contract/field-checks.ts';
import {
  type GrowthState,
  STATE_NAMES,
  type StateName,
  type StudentPatch,
} from '../../../contract/state-fields.ts';
import { findViolations } from '../../../contract/state-rules.ts';
import { rangeOf } from '../../../game/growth-limits.ts';
import { describeRange } from '../texts/field-texts.ts';
import { explainViolations } from '../texts/rule-texts.ts';

export type DraftErrors = Partial<Record<StateName, Bilingual>>;

/** What is typed: `NaN` is a text that is no number. */
export type Draft = Partial<Record<StateName, number | null>>;

/** What the API would refuse in a draft, by field. `next` is the state with the draft applied. */
export function checkDraft(draft: Draft, next: GrowthState): DraftErrors {
  const invalid = checkFields(draft, []).map(({ field }) => field as StateName);
  if (invalid.length > 0)
    return Object.fromEntries(invalid.map((field) => [field, describeRange(rangeOf(field, next))]));
  // A rule is explained once, where the player has broken it.
  const byField = Map.groupBy(
    findViolations(next),
    ({ fields }) => fields.find((name) => draft[name] !== undefined) ?? (fields[0] as StateName),
  );
  return Object.fromEntries([...byField].map(([field, broken]) => [field, explainViolations(broken)]));
}

/** The fields of the draft that differ from the state, as they are sent. */
export const toPatch = (draft: Draft, state: GrowthState): StudentPatch =>
  Object.fromEntries(
    STATE_NAMES.filter((name) => draft[name] !== undefined && draft[name] !== state[name]).map((name) => [
      name,
      draft[name],
    ]),
  ) as StudentPatch;
