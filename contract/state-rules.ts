import type { Bilingual } from './bilingual.ts';
import { normalizeBondExp } from './bond.ts';
import { type GrowthState, STATE_NAMES, type StateName, type StudentPatch } from './state-fields.ts';

/** An invalid field and what is expected, as the API returns it. */
export interface FieldError {
  /** The field's name, or `body` for the body as a whole. */
  field: string;
  /** What would be right, in Korean. */
  message: string;
}

/** An invalid field and what is expected, in both languages. */
export interface BilingualFieldError extends Bilingual {
  readonly field: string;
}

/** The fields that can be stored for a student who is not recruited. */
export type RecordedBond = Pick<GrowthState, 'bond' | 'bondExp'>;

/** The maximum weaponLevel for each weaponTier. */
export const WEAPON_LEVEL_CAPS = [0, 30, 40, 50, 60] as const;
/** The tier that a unique weapon requires. */
export const WEAPON_REQUIRED_TIER = 5;
/** Fields that may be above zero only with a unique weapon. */
export const ABILITY_FIELDS = ['abilityHp', 'abilityAtk', 'abilityHeal'] as const satisfies StateName[];

/** The cross-field rules: `rule-texts.ts` has them in words. */
export type StateRule = 'weapon' | 'weaponLevel' | 'ability' | 'bond';

/** A registration sets omitted fields to null, but keeps a recorded bond. */
export function applyRegistration(recorded: RecordedBond | undefined, sent: StudentPatch): GrowthState {
  const next = {} as Record<StateName, number | null>;
  for (const name of STATE_NAMES) next[name] = null;
  return withNormalizedBond(Object.assign(next, recorded, pickStateFields(sent)));
}

/** A patch changes only the fields that it contains. */
export function applyPatch(recorded: GrowthState, sent: StudentPatch): GrowthState {
  return withNormalizedBond({ ...recorded, ...pickStateFields(sent) });
}

function pickStateFields(sent: StudentPatch): StudentPatch {
  const fields: Partial<Record<StateName, number | null>> = {};
  for (const name of STATE_NAMES) {
    const value = sent[name];
    // JSON.parse can return -0.
    if (value !== undefined) fields[name] = value === 0 ? 0 : value;
  }
  return fields as StudentPatch;
}

function withNormalizedBond(next: Record<StateName, number | null>): GrowthState {
  next.bondExp = normalizeBondExp(next.bond, next.bondExp);
  return next as GrowthState;
}

/** A broken rule. What would be right is said where it is shown. */
export interface RuleViolation {
  readonly rule: StateRule;
  /** The fields that break it. */
  readonly fields: readonly StateName[];
  readonly state: GrowthState;
}

/** The highest weaponLevel of a weaponTier. */
export const weaponLevelCap = (weaponTier: number): number => WEAPON_LEVEL_CAPS[weaponTier] ?? 0;

/** The rules that a state breaks, in the order of the table of rules. That of the bond breaks none: a write applies it. */
export function* findViolations(state: GrowthState): Generator<RuleViolation> {
  const { tier, weaponTier, weaponLevel } = state;
  if (weaponTier >= 1 && tier !== WEAPON_REQUIRED_TIER)
    yield { rule: 'weapon', fields: ['tier', 'weaponTier'], state };
  if (weaponLevel !== null && weaponLevel > weaponLevelCap(weaponTier))
    yield { rule: 'weaponLevel', fields: ['weaponTier', 'weaponLevel'], state };
  const locked = ABILITY_FIELDS.filter((name) => weaponTier === 0 && (state[name] ?? 0) >= 1);
  if (locked.length > 0) yield { rule: 'ability', fields: ['weaponTier', ...locked], state };
}
