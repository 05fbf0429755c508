import { MAX_ITEM_COUNT } from '../../contract/limits.ts';
import type { ItemFacts, ItemKind, Materials } from '../../game/growth-facts.ts';
import { parseInteger } from './foreign-fields.ts';
import { NOTICES, type Notice } from './notices.ts';
import { isJsonObject, type JsonObject } from './parse-json.ts';

export type ItemTable = Readonly<Record<string, ItemFacts>>;

/** Items that are worth experience are counted by tier. The planner computes with the total, which it stores beside them. */
const EXPERIENCE_KEYS: { readonly [Kind in ItemKind]?: { prefix: string; total: string } } = {
  report: { prefix: 'XP_', total: 'Xp' },
  stone: { prefix: 'GXP_', total: 'GearXp' },
};
const TOTALS = Object.values(EXPERIENCE_KEYS).map(({ total }) => total);
const PART_NAMES: Readonly<Record<string, string>> = {
  spring: 'Spring',
  hammer: 'Hammer',
  barrel: 'Barrel',
  pin: 'Needle',
};

/** Undefined for an item that the save does not list. Elephs are counted with their students. */
function plannerKey(itemId: string, { kind, tier, group = '' }: ItemFacts): string | undefined {
  const experience = EXPERIENCE_KEYS[kind];
  if (experience !== undefined) return `${experience.prefix}${tier}`;
  if (kind === 'currency') return 'Credit';
  if (kind === 'part') return `T${tier}_${PART_NAMES[group]}`;
  if (kind === 'blueprint') return `T${tier}_${group.charAt(0).toUpperCase()}${group.slice(1)}`;
  return kind !== 'eleph' && /^\d+$/.test(itemId) ? itemId : undefined;
}

function* listKeys(items: ItemTable): Generator<{ key: string; itemId: string; item: ItemFacts }> {
  for (const [itemId, item] of Object.entries(items)) {
    const key = plannerKey(itemId, item);
    if (key !== undefined) yield { key, itemId, item };
  }
}

/** Undefined if a value is no count of items. */
export function readCount(value: unknown): number | undefined {
  const count = parseInteger(value);
  return Number.isInteger(count) && Number(count) >= 0 && Number(count) <= MAX_ITEM_COUNT
    ? Number(count) + 0
    : undefined;
}

/** Reads `owned_materials`. */
export function readOwnedItems(
  owned: unknown,
  items: ItemTable,
): { stock: Record<string, number>; warnings: Notice[] } {
  const stock: Record<string, number> = {};
  const unknown: string[] = [];
  const invalid: string[] = [];
  const idByKey = new Map(Array.from(listKeys(items), ({ key, itemId }) => [key, itemId]));
  for (const [key, value] of isJsonObject(owned) ? Object.entries(owned) : []) {
    if (TOTALS.includes(key) || value === '' || value === null) continue;
    const itemId = idByKey.get(key);
    const count = readCount(value);
    if (itemId === undefined) unknown.push(key);
    else if (count === undefined) invalid.push(key);
    else stock[itemId] = count;
  }
  const warnings = [
    ...(unknown.length > 0 ? [NOTICES.itemsUnknown(unknown)] : []),
    ...(invalid.length > 0 ? [NOTICES.countsLeftOut(invalid)] : []),
  ];
  return { stock, warnings };
}

/** Writes the stock over `owned_materials`, whose other counts stay. */
export function writeOwnedItems(owned: unknown, stock: Materials, items: ItemTable): JsonObject {
  const counts: JsonObject = isJsonObject(owned) ? { ...owned } : {};
  const totals: Record<string, number> = {};
  for (const { key, itemId, item } of listKeys(items)) {
    if (stock[itemId] !== undefined) counts[key] = stock[itemId];
    const total = EXPERIENCE_KEYS[item.kind]?.total;
    if (total === undefined || counts[key] === undefined) continue;
    totals[total] = (totals[total] ?? 0) + (readCount(counts[key]) ?? 0) * (item.exp ?? 0);
  }
  return { ...counts, ...totals };
}
