import { MAX_ITEM_COUNT } from '../../../contract/limits.ts';
import type { GrowthFacts } from '../../../game/growth-facts.ts';
import { foldName } from '../../../game/text-folding.ts';

export interface ParsedItems {
  /** The last count of each item that was named. */
  readonly counts: ReadonlyMap<string, number>;
  /** Lines that name no item, several items or no count. */
  readonly unknown: readonly string[];
}

const COUNT = /(\d{1,3}(?:,\d{3})+|\d+)\s*개?$/;
/** Between a name and its count. */
const SEPARATOR = /[\s,;:=×xX*]+$/;

/** Lines of an item and its count, by ID or by name in any language. */
export function parseItemList(facts: GrowthFacts, text: string): ParsedItems {
  const byName = indexNames(facts);
  const counts = new Map<string, number>();
  const unknown: string[] = [];
  for (const line of text.split('\n').map((one) => one.normalize('NFKC').trim())) {
    if (line === '') continue;
    const { name, count } = splitLine(line);
    const itemId = Object.hasOwn(facts.items, name) ? name : byName.get(foldName(name));
    if (itemId === undefined || count === undefined || count > MAX_ITEM_COUNT) unknown.push(line);
    else counts.set(itemId, count);
  }
  return { counts, unknown };
}

/** The count stands last. A line that is one number with thousands separators begins with an ID. */
function splitLine(line: string): { name: string; count?: number } {
  const [, found = ''] = COUNT.exec(line) ?? [];
  if (found === '') return { name: line };
  const name = line.slice(0, line.lastIndexOf(found)).replace(SEPARATOR, '').trim();
  if (name !== '') return { name, count: toNumber(found) };
  const comma = line.indexOf(',');
  return comma === -1
    ? { name: line }
    : { name: line.slice(0, comma), count: toNumber(line.slice(comma + 1)) };
}

const toNumber = (text: string): number => Number(text.replace(/\D/g, ''));

/** A name that two items share names neither of them. */
function indexNames({ items }: GrowthFacts): ReadonlyMap<string, string | undefined> {
  const index = new Map<string, string | undefined>();
  for (const [itemId, { names }] of Object.entries(items))
    for (const name of new Set(Object.values(names).map(foldName)))
      index.set(name, index.has(name) ? undefined : itemId);
  return index;
}
