import { bondInterval } from '../contract/bond.ts';
import type { RecruitedStudent, StudentPatch } from '../contract/state-fields.ts';
import { applyRegistration } from '../contract/state-rules.ts';

/** The student with whom the README begins; its POST must not find her recruited. */
const README_STUDENT = '10010';
/** Every sixth student of the catalogue: some forty. */
const EVERY = 6;

/** How far a student has come, as a player would keep it. The number varies the values from one to the next. */
const PROGRESS: readonly ((variant: number) => StudentPatch)[] = [
  (variant) => ({
    ...{ tier: 5, weaponTier: 3, weaponLevel: 50, level: 90 },
    ...{ skillEx: 5, skillNormal: 10, skillEnhanced: 10, skillSub: 10 },
    ...{ equip1: 10, equip1Level: 70, equip2: 10, equip2Level: 70, equip3: 9, equip3Level: 65 },
    ...{ abilityHp: 25, abilityAtk: 25, abilityHeal: 5 * variant },
    ...recordBond(42 + 5 * variant, 0.4),
  }),
  (variant) => ({
    ...{ tier: 3, weaponTier: 0, weaponLevel: 0, level: 70 + 3 * variant },
    ...{ skillEx: 3, skillNormal: 6 + (variant % 3), skillEnhanced: 5, skillSub: 4 },
    ...{ equip1: 6, equip1Level: 50, equip2: 6, equip2Level: 45, equip3: 5, equip3Level: 40 },
    ...recordBond(16 + variant, 0.7),
  }),
  (variant) => ({
    ...{ tier: 5, weaponTier: 1 + (variant % 2), weaponLevel: 30, level: 87 },
    ...{ skillEx: 5, skillNormal: 7, skillEnhanced: 7, skillSub: 7 + (variant % 4) },
    ...{ equip1: 8, equip1Level: 60, equip2: 7, equip2Level: 55, equip3: 7, equip3Level: 50 },
    ...recordBond(22 + 2 * variant, 0.2),
  }),
  (variant) => ({
    ...{ tier: 2 + (variant % 2), weaponTier: 0, level: 12 + 8 * variant },
    ...{ skillEx: 1, skillNormal: 1 + (variant % 3), skillEnhanced: 1, skillSub: 1 },
    ...{ equip1: 2, equip1Level: 15 },
    ...recordBond(5 + variant, 0),
  }),
  (variant) => ({
    ...{ tier: 4, weaponTier: 0, weaponLevel: 0, level: 80 },
    ...{ skillEx: 3 + (variant % 3), skillNormal: 7, skillEnhanced: 7, skillSub: 7 },
    ...{ equip1: 7, equip1Level: 55, equip2: 7, equip2Level: 50, equip3: 6, equip3Level: 50 },
    ...recordBond(20, 0.9),
  }),
  // Just recruited, with nothing entered but the stars.
  () => ({ tier: 3, weaponTier: 0 }),
];

/** The rank with the experience at this part of the way to the next one. */
function recordBond(bond: number, part: number): StudentPatch {
  const { from, to } = bondInterval(bond);
  return { bond, bondExp: from + Math.floor((to - from) * part) };
}

/** The students of the demo account, the same for the same catalogue. */
export const demoRoster = (studentUids: readonly string[]): RecruitedStudent[] =>
  studentUids
    .filter((uid, place) => place % EVERY === 0 && uid !== README_STUDENT)
    .map((studentUid, number) => {
      const kind = number % PROGRESS.length;
      const variant = Math.floor(number / PROGRESS.length) % 5;
      return { studentUid, ...applyRegistration(undefined, PROGRESS[kind]?.(variant) ?? {}) };
    });
