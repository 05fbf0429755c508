import { addKnownItem } from './cost-sum.ts';
import { EQUIPMENT } from './equipment-slots.ts';
import { type Growth, stepsBetween, sum } from './growth-steps.ts';

/**
 * Adds what the equipment slots cost. A slot begins at tier 1 level 1, without a tier too, and its tier and level are
 * compared together. A tier that rises without a level means level 1; a level beyond the cap of its tier means the cap.
 */
export function addEquipmentCosts({ cost, costs, student: { equipment }, from, to }: Growth): void {
  const { capByTier, exp: steps, creditsPerExp, tierUp, blueprintItems } = costs.equip;
  const capOf = (tier: number): number => capByTier[tier - 1] ?? 1;
  const limitTier = (tier: number): number => Math.min(Math.max(tier, 1), capByTier.length);

  for (const [slot, { tier, level }] of EQUIPMENT.entries()) {
    const firstTier = limitTier(from[tier] ?? 1);
    const firstLevel = Math.min(from[level] ?? 1, capOf(firstTier));
    const lastTier = limitTier(to[tier] ?? firstTier);
    if (lastTier < firstTier) continue;
    const lastLevel = Math.min(to[level] ?? (lastTier > firstTier ? 1 : firstLevel), capOf(lastTier));

    let exp = 0;
    for (let current = firstTier; current <= lastTier; current += 1) {
      const start = current === firstTier ? firstLevel : 1;
      exp += sum(stepsBetween(steps, 1, start, current === lastTier ? lastLevel : capOf(current)));
    }
    cost.exp.equip += exp;
    cost.credits += exp * creditsPerExp;

    const items = blueprintItems[equipment?.[slot] ?? ''];
    for (const { credits, blueprints } of stepsBetween(tierUp, 1, firstTier, lastTier)) {
      cost.credits += credits;
      for (const blueprintTier of Object.keys(blueprints))
        addKnownItem(cost, tier, items?.[blueprintTier], blueprints[blueprintTier] ?? 0);
    }
  }
}
