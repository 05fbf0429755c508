import type { Notice } from './notices.ts';
import { isJsonObject, type JsonObject, ownValue } from './parse-json.ts';
import { type ItemTable, readCount, readOwnedItems } from './planner-items.ts';
import { toUid } from './read-row.ts';

/** A count of a JSON text, by the ID or name that it has for the item. */
export interface JsonCount {
  /** The first that is known counts. */
  readonly names: readonly string[];
  readonly count: unknown;
}

/** Where tools keep the counts of items, and how they name them there. */
const CONTAINERS: Readonly<Record<string, (key: string) => string>> = {
  stock: (key) => key,
  materialInventory: (key) => key,
  ownedGifts: (key) => key,
  inventory: (key) => key,
  // Of EriduOps, where credits are 5.
  resources: (key) => (key === '5' ? 'credits' : key),
  equipments: (key) => (/^\d/.test(key) ? `e${key}` : key),
};
/** Keys of BA-Scanner whose objects count by tier; others are kinds of equipment. */
const TIERED_KEYS: Readonly<Record<string, string>> = {
  Exp: 'enhancement stone',
  WeaponExpGrowthA: 'spring',
  WeaponExpGrowthB: 'hammer',
  WeaponExpGrowthC: 'barrel',
  WeaponExpGrowthZ: 'pin',
};
const ID_KEYS = ['id', 'itemId', 'item_id', 'name'];
const COUNT_KEYS = ['count', 'quantity', 'amount', 'owned'];
const MAX_DEPTH = 4;

/** Reads the counts of a save or a scanner's list. */
export function readStockJson(value: unknown, items: ItemTable): { counts: JsonCount[]; notices: Notice[] } {
  const { stock, warnings } = readOwnedItems(ownValue(value, 'owned_materials'), items);
  const holders = [value, ownValue(value, 'userData')].filter(isJsonObject);
  const contained = holders.flatMap((holder) =>
    Object.entries(CONTAINERS)
      .map(([key, toName]) => [ownValue(holder, key), toName] as const)
      .filter(([container]) => typeof container === 'object' && container !== null),
  );
  const counts = [
    ...Object.entries(stock).map(([itemId, count]) => ({ names: [itemId], count })),
    ...readElephs(value, items),
    ...contained.flatMap(([container, toName]) => [...listCounts(container, toName)]),
  ];
  const isSave =
    counts.length > 0 || contained.length > 0 || isJsonObject(ownValue(value, 'owned_materials'));
  return { counts: isSave ? counts : [...listCounts(value, (key) => key)], notices: warnings };
}

/** The planner has 0 for every student whose elephs nobody has entered. */
function readElephs(save: unknown, items: ItemTable): JsonCount[] {
  const characters = ownValue(save, 'characters');
  return (Array.isArray(characters) ? characters : [])
    .map((character) => ({
      names: [toUid(ownValue(character, 'id'))],
      count: readCount(ownValue(ownValue(character, 'eleph'), 'owned')),
    }))
    .filter(({ names: [uid = ''], count }) => Boolean(count) && items[uid]?.kind === 'eleph');
}

function* listCounts(value: unknown, toName: (key: string) => string, depth = 0): Generator<JsonCount> {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return;
  for (const [key, entry] of Object.entries(value)) {
    if (isJsonObject(entry)) {
      const row = readEntry(entry, Array.isArray(value) ? [] : [toName(key)]);
      const kind = TIERED_KEYS[key] ?? key;
      if (row !== undefined) yield row;
      else
        yield* listCounts(
          entry,
          (tier) => (/^\d{1,2}$/.test(tier) && depth === 0 ? `${kind} t${tier}` : tier),
          depth + 1,
        );
    } else if (Array.isArray(entry)) yield* listCounts(entry, toName, depth + 1);
    else if (!Array.isArray(value)) yield { names: [toName(key)], count: entry };
  }
}

function readEntry(entry: JsonObject, others: readonly string[]): JsonCount | undefined {
  const count = COUNT_KEYS.map((key) => ownValue(entry, key)).find((found) => found !== undefined);
  const names = ID_KEYS.map((key) => ownValue(entry, key)).filter(
    (name) => typeof name === 'string' || typeof name === 'number',
  );
  return count === undefined ? undefined : { names: [...names.map(String), ...others], count };
}
