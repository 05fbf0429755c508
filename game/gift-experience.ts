import { type GrowthFacts, type Materials, studentFacts } from './growth-facts.ts';

/**
 * The bond experience that a gift gives to a student, and 0 for an item that is no gift. Throws for a student or an item
 * that the facts lack, and for a student whose taste is not known.
 */
export function giftExperience(facts: GrowthFacts, studentUid: string, itemId: string): number {
  const { giftTags, giftUnique } = studentFacts(facts, studentUid);
  const item = Object.hasOwn(facts.items, itemId) ? facts.items[itemId] : undefined;
  if (item === undefined) throw new RangeError(`there is no item ${itemId}`);
  if (item.kind !== 'gift') return 0;
  if (giftTags === undefined || giftUnique === undefined)
    throw new RangeError(`the gifts that student ${studentUid} likes are not known`);
  const { commonTags, maxMatches } = facts.costs.bond.gift;
  const matches = countMatches(item.tags, [...commonTags, ...giftTags, ...giftUnique]);
  return (item.exp ?? 0) * (1 + Math.min(matches, maxMatches));
}

export interface RankedGift {
  itemId: string;
  /** The bond experience that it gives to the student. */
  exp: number;
  /** Whether she likes it more than others do. */
  isFavourite: boolean;
}

/** Every gift, best first; among equals her favourites, then by ID. None if the student's taste is not known. */
export function rankGifts(facts: GrowthFacts, studentUid: string): RankedGift[] {
  const { giftTags, giftUnique } = studentFacts(facts, studentUid);
  if (giftTags === undefined || giftUnique === undefined) return [];
  return Object.entries(facts.items)
    .filter(([, { kind }]) => kind === 'gift')
    .map(([itemId, { tags }]) => ({
      itemId,
      exp: giftExperience(facts, studentUid, itemId),
      isFavourite: countMatches(tags, [...giftTags, ...giftUnique]) > 0,
    }))
    .sort(
      (a, b) =>
        b.exp - a.exp || Number(b.isFavourite) - Number(a.isFavourite) || Number(a.itemId) - Number(b.itemId),
    );
}

export interface ChosenGifts {
  gifts: Record<string, number>;
  /** The experience that the stock's gifts do not give. */
  missing: number;
}

/** The fewest gifts of a stock that give the missing bond experience, the last of them the smallest that will do. */
export function chooseGifts(
  facts: GrowthFacts,
  studentUid: string,
  missingExp: number,
  stock: Materials,
): ChosenGifts {
  const gifts: Record<string, number> = {};
  if (missingExp <= 0) return { gifts, missing: 0 };
  const available = rankGifts(facts, studentUid).filter(({ itemId }) => (stock[itemId] ?? 0) > 0);
  let missing = missingExp;
  for (const [place, { itemId, exp }] of available.entries()) {
    const owned = stock[itemId] ?? 0;
    const isEnough = owned * exp >= missing;
    const count = isEnough ? Math.ceil(missing / exp) - 1 : owned;
    if (count > 0) gifts[itemId] = count;
    missing -= count * exp;
    if (!isEnough) continue;
    const last = available.slice(place).findLast((gift) => gift.exp >= missing)?.itemId ?? itemId;
    gifts[last] = (gifts[last] ?? 0) + 1;
    return { gifts, missing: 0 };
  }
  return { gifts, missing };
}

const countMatches = (tags: readonly string[] = [], liked: readonly string[]): number =>
  tags.filter((tag) => liked.includes(tag)).length;
