import type { GrowthFacts, ItemFacts, ItemKind, LabelKind } from '../../../game/growth-facts.ts';

/** The kinds of items in the order in which players look for them. */
export const ITEM_KINDS = [
  'currency',
  'report',
  'eleph',
  'disc',
  'note',
  'secretNote',
  'artifact',
  'blueprint',
  'stone',
  'part',
  'book',
  'gift',
] as const satisfies ItemKind[];

/** Where the groups of a kind have their names; those of eleph are students, those of books fields of the state. */
export const GROUP_LABELS: Partial<Record<ItemKind, LabelKind>> = {
  disc: 'school',
  note: 'school',
  artifact: 'artifact',
  blueprint: 'equipment',
  part: 'part',
};

/** The kinds that have one item of each of four tiers, in each of their groups. */
const TIERED: readonly ItemKind[] = ['report', 'disc', 'note', 'artifact', 'stone', 'part'];
export const isTiered = (kind: ItemKind): boolean => TIERED.includes(kind);

export interface ItemGroup {
  /** Undefined for the items of a kind that has no groups. */
  readonly group: string | undefined;
  readonly itemIds: readonly string[];
}

export interface ItemSection {
  readonly kind: ItemKind;
  readonly groups: readonly ItemGroup[];
}

/**
 * Items by kind and, within it, by school, artifact, equipment or part in the order of the labels; each group by tier.
 * Students and what has no group keep the order of the facts.
 */
export function groupItems(facts: GrowthFacts, itemIds: Iterable<string>): ItemSection[] {
  const chosen = new Set(itemIds);
  const known = Object.entries(facts.items).filter(([id]) => chosen.has(id));
  const byKind = Map.groupBy(known, ([, { kind }]) => kind);
  return ITEM_KINDS.flatMap((kind) => {
    const items = byKind.get(kind);
    return items === undefined ? [] : [{ kind, groups: groupKind(facts, kind, items) }];
  });
}

function groupKind(facts: GrowthFacts, kind: ItemKind, items: readonly [string, ItemFacts][]): ItemGroup[] {
  const labels = GROUP_LABELS[kind];
  if (labels === undefined) return [{ group: undefined, itemIds: items.map(([id]) => id) }];
  const order = Object.keys(facts.labels[labels]);
  return [...Map.groupBy(items, ([, { group }]) => group)]
    .sort(([a = ''], [b = '']) => order.indexOf(a) - order.indexOf(b))
    .map(([group, members]) => ({
      group,
      itemIds: members.toSorted(([, a], [, b]) => (a.tier ?? 0) - (b.tier ?? 0)).map(([id]) => id),
    }));
}

/** The best item that gives experience of a kind, in which an amount is easy to imagine. */
export const bestItem = (facts: GrowthFacts, kind: ItemKind): { itemId: string; exp: number } | undefined =>
  Object.entries(facts.items)
    .filter(([, item]) => item.kind === kind)
    .map(([itemId, { exp = 0 }]) => ({ itemId, exp }))
    .sort((a, b) => b.exp - a.exp)[0];
