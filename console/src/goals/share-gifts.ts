import type { GrowthCost } from '../../../game/cost-sum.ts';
import { chooseGifts } from '../../../game/gift-experience.ts';
import type { GrowthFacts, Materials } from '../../../game/growth-facts.ts';
import type { StudentCost } from '../../../game/growth-shortage.ts';

/** Which gifts of the stock bring whom closer, in the order of the goals. Both by UID. */
export interface GiftShares {
  readonly chosen: ReadonlyMap<string, Materials>;
  /** The bond experience that is left to gain. */
  readonly missing: ReadonlyMap<string, number>;
}

/** Gifts that favourite items are made of are kept for those. */
export function shareGifts(
  facts: GrowthFacts,
  students: readonly StudentCost[],
  total: GrowthCost,
  stock: Materials,
): GiftShares {
  const left: Record<string, number> = {};
  for (const [item, count] of Object.entries(stock))
    if (facts.items[item]?.kind === 'gift') left[item] = Math.max(count - (total.items[item] ?? 0), 0);
  const chosen = new Map<string, Materials>();
  const missing = new Map<string, number>();
  for (const { studentUid, cost } of students) {
    if (cost.exp.bond === 0) continue;
    const isAnyLeft = Object.values(left).some((count) => count > 0);
    const choice = isAnyLeft
      ? chooseGifts(facts, studentUid, cost.exp.bond, left)
      : { gifts: {}, missing: cost.exp.bond };
    for (const [item, count] of Object.entries(choice.gifts)) left[item] = (left[item] ?? 0) - count;
    chosen.set(studentUid, choice.gifts);
    missing.set(studentUid, choice.missing);
  }
  return { chosen, missing };
}
