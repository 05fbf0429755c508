import type { GrowthFacts } from '../../game/growth-facts.ts';
import { foldName } from '../../game/text-folding.ts';

/** Items that an error offers in place of an unknown one. */
const MAX_SIMILAR = 5;

/** An item as an answer names it. */
export function nameItem({ items }: GrowthFacts, itemId: string) {
  const { ko = null, en = null } = items[itemId]?.names ?? {};
  return { itemId, name: ko, englishName: en };
}

const foldNames = ({ items }: GrowthFacts) =>
  Object.entries(items).map(([itemId, { names }]) => ({
    itemId,
    folded: Object.values(names).map(foldName),
  }));

const contains =
  (key: string) =>
  ({ folded }: { folded: readonly string[] }): boolean =>
    key !== '' && folded.some((name) => name.includes(key));

/** Whether an item has the ID, or the text in its name, in any language. */
export function createItemFilter(facts: GrowthFacts, text: string): (itemId: string) => boolean {
  const found = foldNames(facts).filter(contains(foldName(text)));
  const ids = new Set([text, ...found.map(({ itemId }) => itemId)]);
  return (itemId) => ids.has(itemId);
}

/** Finds an item by its ID or its exact name, in any language; otherwise those that have the text in their name. */
export function createItemFinder(facts: GrowthFacts) {
  const { items } = facts;
  const keys = foldNames(facts);
  return (text: string): { itemId: string } | { similar: string[] } => {
    if (Object.hasOwn(items, text)) return { itemId: text };
    const key = foldName(text);
    const [found, ...others] = keys.filter(({ folded }) => folded.includes(key));
    if (found !== undefined && others.length === 0) return found;
    const similar = keys.filter(contains(key));
    return { similar: similar.slice(0, MAX_SIMILAR).map(({ itemId }) => itemId) };
  };
}
