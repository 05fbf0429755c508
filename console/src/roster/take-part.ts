import { changesTo } from '../../../client/changes.ts';
import {
  type GrowthState,
  STATE_NAMES,
  type StateName,
  type StudentPatch,
} from '../../../contract/state-fields.ts';
import {
  ABILITY_FIELDS,
  applyPatch,
  findViolations,
  WEAPON_LEVEL_CAPS,
  WEAPON_REQUIRED_TIER,
} from '../../../contract/state-rules.ts';
import type { GameServer, StudentAttributes } from '../../../game/attributes.ts';
import { EQUIPMENT } from '../../../game/equipment-slots.ts';
import { EQUIPMENT_LEVEL_CAPS } from '../../../game/growth-limits.ts';
import { findUnlockRemarks, type UnlockRemark } from '../../../game/growth-unlocks.ts';

/** Why a student does not take a value: what the game asks for, or that she has a unique weapon or its level already. */
export type LeftOutReason =
  | (Pick<UnlockRemark, 'bound' | 'tier'> & { readonly code: UnlockRemark['code'] })
  | { readonly code: 'noWeapon' | 'hasWeapon' };

/** What keeps a student from values, and what else would have to rise. */
export interface Obstacle {
  readonly key: string;
  readonly reason: LeftOutReason;
  readonly fields: readonly StateName[];
  /** With it, she could take them; undefined where nothing would help. */
  readonly raise: StudentPatch | undefined;
}

export interface TakenPart {
  readonly changes: StudentPatch;
  readonly obstacles: readonly Obstacle[];
}

interface Options {
  /** The keys of the obstacles that are to be raised out of the way. */
  readonly raised: ReadonlySet<string>;
  readonly server: GameServer;
  readonly attributes: StudentAttributes;
}

/** What a student can take of wanted values, by the rules and by what the game knows. */
export function takePart(state: GrowthState, wanted: StudentPatch, options: Options): TakenPart {
  const obstacles: Obstacle[] = [];
  let own = wanted;
  for (;;) {
    const changes = changesTo(state, own) as StudentPatch;
    const obstacle = findObstacle(applyPatch(state, changes), changes, options);
    if (obstacle === undefined) return { changes, obstacles };
    const isMet = obstacles.some(({ key }) => key === obstacle.key);
    if (!isMet) obstacles.push(obstacle);
    if (obstacle.raise !== undefined && options.raised.has(obstacle.key) && !isMet)
      own = { ...own, ...obstacle.raise };
    else own = without(own, obstacle.fields);
  }
}

const without = (patch: StudentPatch, fields: readonly StateName[]): StudentPatch =>
  Object.fromEntries(
    Object.entries(patch).filter(([name]) => !fields.includes(name as StateName)),
  ) as StudentPatch;

/** Of the values that change: those that were there before are not at issue. */
function findObstacle(
  next: GrowthState,
  changes: StudentPatch,
  { server, attributes: { special } }: Options,
): Obstacle | undefined {
  const isChanged = (name: StateName) => changes[name] !== undefined;
  for (const remark of findUnlockRemarks(next, { server, favouriteItem: special }))
    if (isChanged(remark.field)) return toObstacle(remark, next);
  for (const { fields } of findViolations(next)) {
    const weaponFields = fields.filter((name) => name !== 'tier' && name !== 'weaponTier' && isChanged(name));
    if (weaponFields.length > 0) return withoutWeapon(weaponFields, next);
    return obstacle({ code: 'hasWeapon' }, fields.filter(isChanged), undefined);
  }
  return undefined;
}

function toObstacle({ field, code, bound, tier }: UnlockRemark, next: GrowthState): Obstacle {
  if (code === 'weaponCap' && tier === 0) return withoutWeapon([field], next);
  if (code === 'abilityTier') return withoutWeapon(changedAbilities(next), next);
  const reason = { code, bound, ...(tier !== undefined && { tier }) };
  return obstacle(reason, [field], findRaise({ field, code, bound }, next));
}

const changedAbilities = (next: GrowthState): StateName[] => ABILITY_FIELDS.filter((name) => next[name]);

const withoutWeapon = (fields: readonly StateName[], next: GrowthState): Obstacle =>
  obstacle({ code: 'noWeapon' }, fields, {
    ...(next.tier < WEAPON_REQUIRED_TIER && { tier: WEAPON_REQUIRED_TIER }),
    weaponTier: Math.max(1, weaponStarsFor(next)),
  } as StudentPatch);

/** The fewest stars of the weapon that have its level. */
const weaponStarsFor = ({ weaponLevel }: GrowthState): number =>
  WEAPON_LEVEL_CAPS.findIndex((cap) => cap >= (weaponLevel ?? 0));

/** What else of the student opens the value, if anything does. */
function findRaise(
  { field, code, bound }: Pick<UnlockRemark, 'field' | 'code' | 'bound'>,
  next: GrowthState,
): StudentPatch | undefined {
  switch (code) {
    case 'slotOpens':
    case 'abilityLevel':
      return { level: bound };
    case 'skillOpens':
    case 'weaponOpens':
      return { tier: bound };
    case 'weaponCap':
      return { weaponTier: weaponStarsFor(next) } as StudentPatch;
    case 'levelWithoutTier':
    case 'equipmentCap': {
      const slot = EQUIPMENT.find(({ level }) => level === field);
      const lowest = EQUIPMENT_LEVEL_CAPS.findIndex((cap) => cap >= (next[field] ?? 0)) + 1;
      return slot && { [slot.tier]: lowest };
    }
    default:
      return undefined;
  }
}

const obstacle = (
  reason: LeftOutReason,
  fields: readonly StateName[],
  raise: StudentPatch | undefined,
): Obstacle => ({
  key: JSON.stringify([reason, raise]),
  reason,
  fields: STATE_NAMES.filter((name) => fields.includes(name)),
  raise,
});
