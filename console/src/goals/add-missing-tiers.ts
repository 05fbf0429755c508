import type { WantedValues } from '../../../contract/goals.ts';
import type { GrowthState } from '../../../contract/state-fields.ts';
import { WEAPON_LEVEL_CAPS, WEAPON_REQUIRED_TIER } from '../../../contract/state-rules.ts';
import { EQUIPMENT } from '../../../game/equipment-slots.ts';
import { EQUIPMENT_LEVEL_CAPS, equipmentLevelCap } from '../../../game/growth-limits.ts';

/**
 * A goal that was kept without the tiers that were reached then wants a level that the student's tier does not have, once
 * a restore has taken the tier. Returns the goal with the lowest tier that has the level.
 */
export function addMissingTiers(wanted: WantedValues, state: GrowthState | null): WantedValues {
  const added: WantedValues = {};
  for (const { tier, level } of EQUIPMENT) {
    const value = wanted[level];
    if (value === undefined || wanted[tier] !== undefined) continue;
    if (value <= (equipmentLevelCap(state?.[tier] ?? 1) ?? value)) continue;
    const lowest = EQUIPMENT_LEVEL_CAPS.findIndex((cap) => cap >= value) + 1;
    if (lowest > 0) added[tier] = lowest;
  }
  const { weaponLevel = 0, weaponTier } = wanted;
  if (weaponTier === undefined && weaponLevel > (WEAPON_LEVEL_CAPS[state?.weaponTier ?? 0] ?? weaponLevel)) {
    const lowest = WEAPON_LEVEL_CAPS.findIndex((cap) => cap >= weaponLevel);
    if (lowest > 0) Object.assign(added, { weaponTier: lowest, tier: WEAPON_REQUIRED_TIER });
  }
  return { ...wanted, ...added };
}
