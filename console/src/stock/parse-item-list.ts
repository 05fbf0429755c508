import { MAX_ITEM_COUNT } from '../../../contract/limits.ts';
import type { GrowthFacts } from '../../../game/growth-facts.ts';
import { foldName } from '../../../game/text-folding.ts';

export interface ParsedItems {
  /** The last count of each item that was named. */
  readonly counts: ReadonlyMap<string, number>;
  /** Lines that name no item, several items or no count. */
  readonly unknown: readonly string[];
}

const DIGITS_AND_COMMAS = '0123456789,';
/** Between a name and its count. */
const SEPARATORS = ' \t,;:=×xX*';
const COUNTER = '개';

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

/** The count stands last. A line that could be one number with thousands separators begins with an ID. */
function splitLine(line: string): { name: string; count?: number } {
  const text = line.endsWith(COUNTER) ? line.slice(0, -COUNTER.length).trimEnd() : line;
  const before = trimEndOf(text, DIGITS_AND_COMMAS);
  const parts = text.slice(before.length).split(',');
  const first = findThousands(parts);
  const count = parts.slice(first).join('');
  if (count === '') return { name: line };
  const name = trimEndOf(before + parts.slice(0, first).join(','), SEPARATORS);
  if (name !== '') return { name, count: Number(count) };
  const [id = '', ...others] = parts.slice(first);
  return others.length === 0 ? { name: line } : { name: id, count: Number(others.join('')) };
}

/** Where the last number begins among parts between commas: groups of three digits belong to the part before them. */
function findThousands(parts: readonly string[]): number {
  let first = parts.length - 1;
  while (first > 0 && parts[first]?.length === 3 && isGroupStart(parts[first - 1])) first -= 1;
  return first;
}

const isGroupStart = (part = ''): boolean => part.length >= 1 && part.length <= 3;

function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** A name that two items share names neither of them. */
function indexNames({ items }: GrowthFacts): ReadonlyMap<string, string | undefined> {
  const index = new Map<string, string | undefined>();
  for (const [itemId, { names }] of Object.entries(items))
    for (const name of new Set(Object.values(names).map(foldName)))
      index.set(name, index.has(name) ? undefined : itemId);
  return index;
}
