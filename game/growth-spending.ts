import type { GrowthCost } from './cost-sum.ts';
import type { GrowthFacts, Materials } from './growth-facts.ts';
import { partGroups } from './growth-shortage.ts';

/**
 * What a growth takes out of a stock (items by ID, and `credits`): as much of it as there is. Reports, stones and weapon
 * parts are taken whole, in the order of `findShortage`; of a group the largest first that fit into what is left, then
 * the smallest that covers the rest; nothing is taken that is not needed then. Neither blueprints nor gifts are fed.
 */
export function spendStock(
  facts: GrowthFacts,
  studentUid: string,
  { credits, exp, items }: GrowthCost,
  stock: Materials,
): Record<string, number> {
  const spent: Record<string, number> = {};
  const left = (item: string) => Math.max((stock[item] ?? 0) - (spent[item] ?? 0), 0);
  const take = (item: string, count: number) => {
    const taken = Math.min(count, left(item));
    spent[item] = (spent[item] ?? 0) + taken;
    return taken;
  };

  const feed = (groups: ReturnType<typeof partGroups>, needed: number) => {
    let rest = needed;
    const fed: Feed[] = [];
    for (const [group, factor] of groups) {
      const feeds = feedsOf(facts, group, factor).filter(({ item }) => left(item) > 0);
      fed.push(...feeds);
      for (const { item, exp } of feeds) rest -= exp * take(item, Math.floor(rest / exp));
      const cover = rest > 0 ? feeds.findLast(({ item }) => left(item) > 0) : undefined;
      if (cover !== undefined) rest -= cover.exp * take(cover.item, 1);
      if (rest <= 0) break;
    }
    // What the last one has made unnecessary.
    for (const { item, exp } of fed.sort((a, b) => a.exp - b.exp)) {
      const returned = Math.min(spent[item] ?? 0, Math.max(Math.floor(-rest / exp), 0));
      rest -= exp * take(item, -returned);
    }
  };

  take('credits', credits);
  for (const [item, count] of Object.entries(items)) take(item, count);
  feed([['report', 1]], exp.level);
  feed([['stone', 1]], exp.equip);
  feed(partGroups(facts, studentUid), exp.weapon);
  return Object.fromEntries(Object.entries(spent).filter(([, count]) => count > 0));
}

/** An item and the experience that it is worth to the student. */
interface Feed {
  readonly item: string;
  readonly exp: number;
}

/** The items of a group, the largest first. */
const feedsOf = (facts: GrowthFacts, of: string, factor: number): Feed[] =>
  Object.entries(facts.items)
    .filter(([, { kind, group = kind }]) => FED_KINDS.has(kind) && group === of)
    .map(([item, { exp = 0 }]) => ({ item, exp: exp * factor }))
    .filter(({ exp }) => exp > 0)
    .sort((a, b) => b.exp - a.exp);

const FED_KINDS: ReadonlySet<string> = new Set(['report', 'stone', 'part']);
