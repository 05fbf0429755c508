import { checkFields } from '../../../contract/field-checks.ts';
import type { WantedValues } from '../../../contract/goals.ts';
import { type GrowthState, STATE_FIELDS, type StateName } from '../../../contract/state-fields.ts';
import { applyRegistration } from '../../../contract/state-rules.ts';
import { findWantedViolations } from '../../../contract/wanted-rules.ts';
import { gameMaximum, rangeOf } from '../../../game/growth-limits.ts';
import type { Draft, DraftErrors } from '../roster/check-draft.ts';
import { gameServer } from '../roster/game-server.ts';
import { describeRange } from '../texts/field-texts.ts';
import { explainViolations } from '../texts/rule-texts.ts';

/** The values that are entered; `NaN` is a text that is no number. */
export const wantedIn = (draft: Draft): WantedValues =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== null && value !== undefined));

/** What the API would refuse in wanted values, by field. */
export function checkWanted(wanted: WantedValues): DraftErrors {
  const invalid = checkFields(wanted, []).map(({ field }) => field as StateName);
  if (invalid.length > 0)
    return Object.fromEntries(
      invalid.map((field) => [field, describeRange({ ...wantedRange(field, wanted), nullable: true })]),
    );
  const violations = findWantedViolations(wanted);
  const broken = new Set(violations.flatMap(({ fields }) => fields));
  return Object.fromEntries(
    [...broken].map((field) => [
      field,
      explainViolations(violations.filter(({ fields }) => fields.includes(field))),
    ]),
  );
}

/** What a field accepts beside the other wanted values. */
export const wantedRange = (field: StateName, { weaponTier }: WantedValues) =>
  rangeOf(field, { weaponTier: weaponTier ?? STATE_FIELDS.weaponTier.max });

const HIGHEST: GrowthState = {
  ...applyRegistration(undefined, {}),
  tier: STATE_FIELDS.tier.max,
  weaponTier: STATE_FIELDS.weaponTier.max,
};

/** The highest value that the student can have in the game beside what is wanted. */
export const wantedMaximum = (field: StateName, wanted: WantedValues): number | undefined =>
  gameMaximum(field, { ...HIGHEST, ...wanted }, gameServer.value);
