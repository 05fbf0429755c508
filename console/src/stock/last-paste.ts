import { signal } from '@preact/signals';
import { readStored, writeStored } from '../stored-data.ts';
import { saveStock, setCounts, stock } from './stock-store.ts';

/** The counts before and after the last paste, by item. */
type PastedCounts = Readonly<Record<string, readonly [before: number | null, after: number]>>;

const last = signal<{ accountId: string; counts: PastedCounts } | undefined>(undefined);

/** Undefined if there is none to undo. */
export function lastPaste(accountId: string): PastedCounts | undefined {
  if (last.value?.accountId !== accountId) return undefined;
  return Object.keys(last.value.counts).length > 0 ? last.value.counts : undefined;
}

/** Finds the one that was made before the page was loaded. */
export function loadLastPaste(accountId: string): void {
  if (last.peek()?.accountId === accountId) return;
  last.value = { accountId, counts: parseCounts(readStored('rollbook-stock-paste', accountId)) };
}

/** Saves the counts at once, and keeps those before them on the device. */
export function pasteCounts(accountId: string, after: ReadonlyMap<string, number>): void {
  const before = stock.peek();
  keep(
    accountId,
    Object.fromEntries([...after].map(([itemId, count]) => [itemId, [before[itemId] ?? null, count]])),
  );
  void setCounts(after);
  saveStock();
}

/** Restores the counts that are still what the paste has set, and returns how many, and how many are not. */
export function undoPaste(accountId: string): { restored: number; changed: number } {
  const counts = Object.entries(lastPaste(accountId) ?? {});
  const now = stock.peek();
  const own = counts.filter(([itemId, [, after]]) => now[itemId] === after);
  void setCounts(new Map(own.map(([itemId, [before]]) => [itemId, before])));
  saveStock();
  keep(accountId, {});
  return { restored: own.length, changed: counts.length - own.length };
}

function keep(accountId: string, counts: PastedCounts): void {
  const text = Object.keys(counts).length === 0 ? undefined : JSON.stringify(counts);
  writeStored(text, 'rollbook-stock-paste', accountId);
  last.value = { accountId, counts };
}

/** Another release may have stored another form. */
function parseCounts(stored: string | null): PastedCounts {
  try {
    const entries = Object.entries<unknown>(JSON.parse(stored ?? '{}') ?? {});
    return Object.fromEntries(entries.filter(isPasted));
  } catch {
    return {};
  }
}

const isPasted = (entry: [string, unknown]): entry is [string, [number | null, number]] => {
  const [, counts] = entry;
  if (!Array.isArray(counts) || counts.length !== 2) return false;
  return (counts[0] === null || Number.isInteger(counts[0])) && Number.isInteger(counts[1]);
};
