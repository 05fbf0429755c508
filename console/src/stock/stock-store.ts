import { computed, signal } from '@preact/signals';
import { planApi } from '../api/plan-api.ts';
import { type EditOutcome, isUnsent } from '../outbox/edit.ts';
import { EditedValues } from '../outbox/edited-values.ts';

export const stockValues = new EditedValues<number>({
  name: 'stock',
  // A body may be 64 Ki characters.
  batchSize: 1_000,
  // What is typed is sent together, once nothing was typed for so long.
  pauseMs: 600,
  list: planApi.readStock,
  change: (accountId, edits) =>
    planApi.changeStock(
      accountId,
      Object.fromEntries(edits.map(({ key, value }) => [key, value])),
      Object.fromEntries(edits.map(({ key, before }) => [key, before])),
    ),
  fieldOf: ({ key }) => `items.${key}`,
  merge: ({ before, value }, current) => {
    if (value === current || value === before) return { kind: 'reached' };
    return current === before ? { kind: 'merged', value } : { kind: 'conflict' };
  },
  decide: ({ value }, current, isMine) => (isMine ? value : current),
  withoutLater: () => undefined,
}).register();

/** How much of each item there is, with what is not saved yet. */
export const stock = computed<Readonly<Record<string, number>>>(() =>
  Object.fromEntries(stockValues.shown.value),
);

export const isStockLoaded = stockValues.isLoaded;
export const loadStock = (accountId: string): Promise<void> => stockValues.load(accountId);

export type StockSaving = 'saving' | 'failed';

/** By item, whose count the service does not have yet. One that needs a decision is not among them. */
export const unsavedItems = computed<ReadonlyMap<string, StockSaving>>(
  () =>
    new Map(
      stockValues.edits.value
        .filter(isUnsent)
        .map(({ key, isWaiting }) => [key, isWaiting ? 'failed' : 'saving']),
    ),
);

/** How many counts this page has saved. */
export const savedCounts = signal(0);
stockValues.onOutcome((_, { kind }) => {
  if (kind === 'saved') savedCounts.value += 1;
});
export const stockSaving = computed<StockSaving | undefined>(() => {
  const [...all] = unsavedItems.value.values();
  return all.find((saving) => saving === 'failed') ?? all[0];
});

/**
 * Shows the counts at once, and saves them soon; null forgets one. Resolves with what needs the most attention of what
 * became of them. A count that was seen is by default the one that is shown.
 */
export const setCounts = (
  counts: ReadonlyMap<string, number | null>,
  seen: Readonly<Record<string, number | undefined>> = stock.peek(),
): Promise<EditOutcome> =>
  stockValues.change([...counts].map(([key, value]) => ({ key, before: seen[key] ?? null, value })));

/** Sends what was typed without a pause. */
export const saveStock = (): void => stockValues.flush();

/** Resolves once what was typed is saved, or cannot be now. */
export function settleStock(): Promise<void> {
  saveStock();
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = stockSaving.subscribe((saving) => {
    if (saving !== 'saving') resolve();
  });
  return promise.finally(stop);
}
