import fc from 'fast-check';
import { bondInterval } from '../contract/bond.ts';
import {
  type GrowthState,
  type RecruitedStudent,
  STATE_FIELDS,
  STATE_NAMES,
} from '../contract/state-fields.ts';
import { ABILITY_FIELDS, WEAPON_LEVEL_CAPS, WEAPON_REQUIRED_TIER } from '../contract/state-rules.ts';

const anyFields = fc.record(
  Object.fromEntries(
    STATE_NAMES.map((name) => {
      const { min, max, nullable } = STATE_FIELDS[name];
      const value = fc.integer({ min, max });
      return [name, nullable ? fc.option(value) : value];
    }),
  ),
) as fc.Arbitrary<GrowthState>;

/** States that the service stores. */
export const validState = fc
  .tuple(anyFields, fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([fields, share]) => {
    const state = { ...fields };
    const { weaponTier, weaponLevel, bond, bondExp } = state;
    if (weaponTier > 0) state.tier = WEAPON_REQUIRED_TIER;
    if (weaponLevel !== null) state.weaponLevel = Math.min(weaponLevel, WEAPON_LEVEL_CAPS[weaponTier] ?? 0);
    if (weaponTier === 0) for (const name of ABILITY_FIELDS) state[name] &&= 0;
    if (bond === null) state.bondExp = null;
    else if (bondExp !== null) {
      const { from, to } = bondInterval(bond);
      state.bondExp = from + Math.floor((to - from) * share);
    }
    return state;
  });

/** No roster has a form of a student beside her. */
const OTHER_FORMS = ['10099', '10144'];

/** Up to 20 students in the order in which they are written. */
export const arbitraryStudents = (uid: fc.Arbitrary<string>): fc.Arbitrary<RecruitedStudent[]> =>
  fc
    .uniqueArray(fc.tuple(uid, validState), { maxLength: 20, selector: ([studentUid]) => studentUid })
    .map((students) =>
      students
        .map(([studentUid, state]) => ({ studentUid, ...state }))
        .sort((a, b) => (a.studentUid < b.studentUid ? -1 : 1)),
    );

export const gameUid = fc
  .integer({ min: 10000, max: 29999 })
  .map(String)
  .filter((uid) => !OTHER_FORMS.includes(uid));
