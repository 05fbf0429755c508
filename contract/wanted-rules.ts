import { BOND_RANK_STARTS } from './bond-ranks.ts';
import type { WantedValues } from './goals.ts';
import type { StudentPatch } from './state-fields.ts';
import {
  applyRegistration,
  type BilingualFieldError,
  findViolations,
  type RuleViolation,
} from './state-rules.ts';
import { describeViolations } from './violation-texts.ts';

/** The cross-field rules that wanted values break, as far as they name all fields of a rule. */
export function findWantedViolations(wanted: WantedValues): RuleViolation[] {
  const state = applyRegistration(undefined, wanted as StudentPatch);
  const violations = [...findViolations(state)].filter(({ fields }) =>
    fields.every((name) => wanted[name] !== undefined),
  );
  const { bond, bondExp } = wanted;
  // Only of a rank that there is.
  return bondExp === undefined || state.bondExp !== null || BOND_RANK_STARTS[Number(bond) - 1] === undefined
    ? violations
    : [...violations, { rule: 'bond', fields: ['bondExp'], state }];
}

export const checkWantedValues = (wanted: WantedValues): BilingualFieldError[] =>
  describeViolations(findWantedViolations(wanted), wanted);
