import { normalizeBondExp } from '../../contract/bond.ts';
import { ABILITY_FIELDS, WEAPON_LEVEL_CAPS, WEAPON_REQUIRED_TIER } from '../../contract/state-rules.ts';
import { NOTICES, type Notice } from './notices.ts';
import type { StatedState } from './parsed-roster.ts';

/** Makes a state satisfy the cross-field rules. The unique weapon's tier is trusted most. */
export function correctState<State extends StatedState>(
  stated: State,
): { corrected: State; warnings: Notice[] } {
  const corrected = { ...stated };
  const warnings: Notice[] = [];
  const { tier, weaponTier, weaponLevel, bond, bondExp } = stated;

  if (weaponTier >= 1 && tier !== WEAPON_REQUIRED_TIER) {
    corrected.tier = WEAPON_REQUIRED_TIER;
    warnings.push(NOTICES.tierRaised(tier));
  }
  const cap = weaponTier === undefined ? Infinity : (WEAPON_LEVEL_CAPS[weaponTier] ?? 0);
  if (weaponLevel != null && weaponLevel > cap) {
    corrected.weaponLevel = cap;
    warnings.push(
      weaponTier === 0
        ? NOTICES.weaponMissing('weaponLevel', weaponLevel)
        : NOTICES.weaponLevelCapped(weaponTier, weaponLevel, cap),
    );
  }
  for (const ability of ABILITY_FIELDS) {
    const level = stated[ability] ?? 0;
    if (weaponTier === undefined || weaponTier >= 1 || level === 0) continue;
    corrected[ability] = 0;
    warnings.push(NOTICES.weaponMissing(ability, level));
  }
  // Without a stated rank, the recorded one decides.
  if (bond !== undefined && bondExp != null && normalizeBondExp(bond, bondExp) === null) {
    corrected.bondExp = null;
    warnings.push(NOTICES.bondExpOutsideRank(bondExp));
  }
  return { corrected, warnings };
}
