import { normalizeBondExp } from './bond.ts';
import { type Growth, STATE_NAMES, type StateName, type StudentPatch } from './state-fields.ts';

/** A field at fault and what would be right, in Korean. */
export interface FieldError {
  field: string;
  message: string;
}

/** What can be known of a student who is not recruited. */
export type RecordedBond = Pick<Growth, 'bond' | 'bondExp'>;

/** The greatest weaponLevel at each weaponTier (SPEC 2.3.2). */
export const WEAPON_LEVEL_CAPS = [0, 30, 40, 50, 60] as const;
/** The tier a unique weapon needs (SPEC 2.3.1). */
export const WEAPON_NEEDS_TIER = 5;
/** What only a student with a unique weapon may have above zero (SPEC 2.3.3). */
export const ABILITIES = ['abilityHp', 'abilityAtk', 'abilityHeal'] as const satisfies StateName[];

/** A registration stores null for what was not sent, but keeps a recorded bond (SPEC 3). */
export function applyRegistration(recorded: RecordedBond | undefined, sent: StudentPatch): Growth {
  const next = {} as Record<StateName, number | null>;
  for (const name of STATE_NAMES) next[name] = null;
  return withNormalizedBond(Object.assign(next, recorded, pickStateFields(sent)));
}

/** A patch changes what it sends and nothing else (SPEC 3). */
export function applyPatch(recorded: Growth, sent: StudentPatch): Growth {
  return withNormalizedBond({ ...recorded, ...pickStateFields(sent) });
}

function pickStateFields(sent: StudentPatch): StudentPatch {
  const known: Partial<Record<StateName, number | null>> = {};
  for (const name of STATE_NAMES) {
    const value = sent[name];
    // JSON knows a minus zero, a growth state does not.
    if (value !== undefined) known[name] = value === 0 ? 0 : value;
  }
  return known as StudentPatch;
}

function withNormalizedBond(next: Record<StateName, number | null>): Growth {
  next.bondExp = normalizeBondExp(next.bond, next.bondExp);
  return next as Growth;
}

/**
 * The rules that a resulting state breaks (SPEC 2.3.1 to 2.3.3), as the fields of them that were sent,
 * each once and in the order of the table.
 */
export function checkStateRules(next: Growth, sent: StudentPatch): FieldError[] {
  const reasons = new Map<StateName, string[]>();
  for (const { fields, message } of violations(next)) {
    for (const field of fields) {
      if (sent[field] === undefined) continue;
      const known = reasons.get(field);
      if (known === undefined) reasons.set(field, [message]);
      else known.push(message);
    }
  }
  return STATE_NAMES.filter((name) => reasons.has(name)).map((field) => ({
    field,
    message: (reasons.get(field) ?? []).join(' '),
  }));
}

function* violations(next: Growth): Generator<{ fields: StateName[]; message: string }> {
  const { tier, weaponTier, weaponLevel } = next;
  if (weaponTier >= 1 && tier !== WEAPON_NEEDS_TIER) {
    yield {
      fields: ['tier', 'weaponTier'],
      message: `weaponTier가 1 이상이면 tier는 ${WEAPON_NEEDS_TIER}여야 합니다. (요청을 적용한 값: tier ${tier}, weaponTier ${weaponTier})`,
    };
  }
  const cap = WEAPON_LEVEL_CAPS[weaponTier] ?? 0;
  if (weaponLevel !== null && weaponLevel > cap) {
    yield {
      fields: ['weaponTier', 'weaponLevel'],
      message:
        cap === 0
          ? `weaponTier가 0이면 weaponLevel은 0 또는 null이어야 합니다. (요청을 적용한 값: weaponLevel ${weaponLevel})`
          : `weaponTier가 ${weaponTier}일 때 weaponLevel은 ${cap}까지입니다. (요청을 적용한 값: weaponLevel ${weaponLevel})`,
    };
  }
  const locked = ABILITIES.filter((name) => weaponTier === 0 && (next[name] ?? 0) >= 1);
  if (locked.length > 0) {
    yield {
      fields: ['weaponTier', ...locked],
      message: `고유무기가 없으면(weaponTier 0) ${locked.join(', ')} 값은 0 또는 null이어야 합니다.`,
    };
  }
}
