import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ITEMS_FILE = join(import.meta.dirname, '../../data/items.json');

let known: ReadonlySet<string> | undefined;

/** Whether the game has an item of this ID. The file is read with the first question. */
export function isKnownItem(itemId: string): boolean {
  known ??= new Set(Object.keys(JSON.parse(readFileSync(ITEMS_FILE, 'utf8'))));
  return known.has(itemId);
}
