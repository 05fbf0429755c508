import {
  type GrowthState,
  STATE_FIELDS,
  STATE_NAMES,
  type StateName,
  type StudentPatch,
} from '../contract/state-fields.ts';
import { WEAPON_LEVEL_CAPS, WEAPON_REQUIRED_TIER } from '../contract/state-rules.ts';
import { GAME_SERVERS, type GameServer } from './attributes.ts';
import { EQUIPMENT } from './equipment-slots.ts';
import type { ByServer } from './growth-facts.ts';

/**
 * What the game allows beyond the rules of the API, which accepts more because the game's limits move. Where its servers
 * differ, the higher limit stands here, or one for each of them.
 */
export const EQUIPMENT_LEVEL_CAPS = [10, 20, 30, 40, 45, 50, 55, 60, 65, 70] as const;
/** The highest bond rank by stars. */
export const BOND_CAPS: ByServer<readonly number[]> = {
  jp: [10, 10, 20, 30, 100],
  global: [10, 10, 20, 20, 100],
};
/** The student level at which the slots 2 and 3 open. */
export const SLOT_OPENS_AT = { equip2: 10, equip3: 20 } as const;
/** The level and stars at which the ability unlock opens. It needs a unique weapon. */
export const ABILITY_OPENS_AT = { level: 90, tier: WEAPON_REQUIRED_TIER } as const;
/** The bond rank that each tier of the favourite item asks for. */
export const FAVOURITE_ITEM_BONDS = [15, 20] as const;
/** The stars that open the skill. */
export const SKILL_OPENS_AT = { skillEnhanced: 2, skillSub: 3 } as const;

/** The cap of an equipment tier; undefined for what is no tier. */
export const equipmentLevelCap = (tier: number | null): number | undefined =>
  tier === null ? undefined : EQUIPMENT_LEVEL_CAPS[tier - 1];

/** Without a server, the highest cap of all; undefined for what is no tier. */
export function bondCap(tier: number, server?: GameServer): number | undefined {
  const caps = (server === undefined ? GAME_SERVERS : [server]).flatMap(
    (one) => BOND_CAPS[one][tier - 1] ?? [],
  );
  return caps.length === 0 ? undefined : Math.max(...caps);
}

/** What a field accepts beside the others: the weapon level ends at the cap of the weapon's stars. */
export function rangeOf(field: StateName, { weaponTier }: Pick<GrowthState, 'weaponTier'>) {
  const range = STATE_FIELDS[field];
  return field === 'weaponLevel' ? { ...range, max: WEAPON_LEVEL_CAPS[weaponTier] ?? range.max } : range;
}

/**
 * The highest value that the student can have in the game beside its other values; undefined for the experience, of
 * which the most is nothing to enter with a click.
 */
export function gameMaximum(field: StateName, state: GrowthState, server: GameServer): number | undefined {
  if (field === 'bondExp') return undefined;
  const { max } = rangeOf(field, state);
  if (field === 'bond') return bondCap(state.tier, server) ?? max;
  const slot = EQUIPMENT.find(({ level }) => level === field);
  return (slot && equipmentLevelCap(state[slot.tier])) ?? max;
}

/** What can be bought for every student: the bond takes time, and not all have a favourite item. */
export const GROWTH_NAMES = STATE_NAMES.filter((name) => !['bond', 'bondExp', 'equipSpecial'].includes(name));

/** The highest that can be bought for a student. */
export const maximumGrowth = (state: GrowthState | null): StudentPatch => ({
  ...Object.fromEntries(GROWTH_NAMES.map((name) => [name, STATE_FIELDS[name].max])),
  ...((state?.equipSpecial ?? null) !== null && { equipSpecial: STATE_FIELDS.equipSpecial.max }),
});
