import type { Bilingual } from '../../../contract/bilingual.ts';
import { type GrowthState, STATE_FIELDS, type StateName } from '../../../contract/state-fields.ts';
import { ABILITY_FIELDS } from '../../../contract/state-rules.ts';
import {
  ABILITY_OPENS_AT,
  bondCap,
  EQUIPMENT,
  equipmentLevelCap,
  FAVOURITE_ITEM_BONDS,
  SKILL_OPENS_AT,
  SLOT_OPENS_AT,
} from '../../../game/growth-limits.ts';
import { REMARKS } from '../texts/remark-texts.ts';

export type GameRemarks = Partial<Record<StateName, Bilingual>>;

/** What the API accepts and the game does not know, by field. Nothing is refused for it. */
export function findRemarks(state: GrowthState): GameRemarks {
  const remarks: GameRemarks = {};
  for (const { tier, level } of EQUIPMENT) {
    const cap = equipmentLevelCap(state[tier]);
    if (state[level] === null) continue;
    if (state[tier] === null) remarks[level] = REMARKS.levelWithoutTier;
    else if (cap !== undefined && isAbove(state[level], cap))
      remarks[level] = REMARKS.equipmentCap(state[tier], cap);
  }
  for (const [slot, opensAt] of entriesOf(SLOT_OPENS_AT))
    if (state[slot] !== null && isBelow(state.level, opensAt)) remarks[slot] = REMARKS.slotOpens(opensAt);
  for (const [skill, opensAt] of entriesOf(SKILL_OPENS_AT))
    if (isAbove(state[skill], 1) && isBelow(state.tier, opensAt))
      remarks[skill] = REMARKS.skillOpens(opensAt);
  for (const ability of ABILITY_FIELDS)
    if (isAbove(state[ability], 0) && isBelow(state.level, ABILITY_OPENS_AT))
      remarks[ability] = REMARKS.abilityOpens(ABILITY_OPENS_AT);
  if (state.weaponTier > 0 && state.weaponLevel === 0) remarks.weaponLevel = REMARKS.weaponBegins;
  const highestBond = bondCap(state.tier);
  if (highestBond !== undefined && isAbove(state.bond, highestBond))
    remarks.bond = REMARKS.bondCap(state.tier, highestBond);
  const neededBond = FAVOURITE_ITEM_BONDS[(state.equipSpecial ?? 0) - 1];
  if (neededBond !== undefined && isBelow(state.bond, neededBond))
    remarks.equipSpecial = REMARKS.favouriteItemBond(neededBond);
  return remarks;
}

// A value that is not recorded, or not valid while it is typed, is compared with nothing.
const isAbove = (value: number | null, limit: number): boolean => value !== null && value > limit;
const isBelow = (value: number | null, limit: number): boolean =>
  value !== null && value >= STATE_FIELDS.level.min && value < limit;

const entriesOf = <Key extends StateName>(table: Readonly<Record<Key, number>>) =>
  Object.entries(table) as [Key, number][];
