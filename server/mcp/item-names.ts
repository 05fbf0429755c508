import type { GrowthFacts } from '../../game/growth-facts.ts';
import { foldName } from '../../game/text-folding.ts';

/** Items that an error offers in place of an unknown one. */
const MAX_SIMILAR = 5;

/** An item as an answer names it. */
export function nameItem({ items }: GrowthFacts, itemId: string) {
  const { ko = null, en = null } = items[itemId]?.names ?? {};
  return { itemId, name: ko, englishName: en };
}

/** Finds an item by its ID or its exact name, in any language; otherwise those that have the text in their name. */
export function createItemFinder({ items }: GrowthFacts) {
  const keys = Object.entries(items).map(([itemId, { names }]) => ({
    itemId,
    folded: Object.values(names).map(foldName),
  }));
  return (text: string): { itemId: string } | { similar: string[] } => {
    if (Object.hasOwn(items, text)) return { itemId: text };
    const key = foldName(text);
    const [found, ...others] = keys.filter(({ folded }) => folded.includes(key));
    if (found !== undefined && others.length === 0) return found;
    const similar = keys.filter(({ folded }) => key !== '' && folded.some((name) => name.includes(key)));
    return { similar: similar.slice(0, MAX_SIMILAR).map(({ itemId }) => itemId) };
  };
}
