import { rankStars } from '../../../contract/star-rank.ts';
import { STATE_FIELDS, type StateName } from '../../../contract/state-fields.ts';
import { type AttributeConditions, createCondition } from './attribute-conditions.ts';
import type { RosterEntry } from './roster-entry.ts';

export interface RosterFilter {
  recruited: 'all' | 'recruited' | 'not-recruited';
  /** As in rankStars. */
  stars: number | undefined;
  missing: MissingValue | undefined;
  /** Recruited students of a lower level, or of one that is not recorded. */
  below: number | undefined;
  attributes: AttributeConditions;
}

/** What a recruited student lacks. A value that is not recorded is lacking. */
export const MISSING_VALUES = ['unrecorded', 'skills', 'equipment', 'weapon'] as const;
export type MissingValue = (typeof MISSING_VALUES)[number];

export const LEVEL_BOUNDS: readonly number[] = [30, 50, 70, 80, STATE_FIELDS.level.max];

export const NO_FILTER: RosterFilter = {
  recruited: 'all',
  stars: undefined,
  missing: undefined,
  below: undefined,
  attributes: {},
};

const SKILLS = ['skillEx', 'skillNormal', 'skillEnhanced', 'skillSub'] as const satisfies StateName[];
const EQUIPMENT = ['equip1', 'equip2', 'equip3'] as const satisfies StateName[];
/** The fields that every student has in the game. */
const EXPECTED = ['level', ...SKILLS, ...EQUIPMENT, 'bond'] as const satisfies StateName[];

export function filterRoster(
  entries: readonly RosterEntry[],
  { recruited, stars, missing, below, attributes }: RosterFilter,
): RosterEntry[] {
  const meetsConditions = createCondition(attributes);
  return entries.filter(
    ({ student, state }) =>
      (recruited === 'all' || (state !== null) === (recruited === 'recruited')) &&
      (stars === undefined || (state !== null && rankStars(state) === stars)) &&
      (missing === undefined || (state !== null && lacks(state, missing))) &&
      (below === undefined || (state !== null && (state.level ?? 0) < below)) &&
      meetsConditions(student.attributes),
  );
}

/** Whether the filter leaves students of both kinds, those who are recruited and the others. */
export const isForBoth = ({ recruited, stars, missing, below }: RosterFilter): boolean =>
  recruited === 'all' && stars === undefined && missing === undefined && below === undefined;

export const isEmptyFilter = (filter: RosterFilter): boolean =>
  isForBoth(filter) && Object.keys(filter.attributes).length === 0;

function lacks(state: NonNullable<RosterEntry['state']>, missing: MissingValue): boolean {
  const isBelowMaximum = (name: StateName) => (state[name] ?? 0) < STATE_FIELDS[name].max;
  switch (missing) {
    case 'unrecorded':
      return EXPECTED.some((name) => state[name] === null);
    case 'skills':
      return SKILLS.some(isBelowMaximum);
    case 'equipment':
      return EQUIPMENT.some(isBelowMaximum);
    case 'weapon':
      return state.weaponTier === 0;
  }
}
