import { batch, computed, signal } from '@preact/signals';
import { reconnections } from '../api/connection-state.ts';
import { hasCode } from '../api/console-error.ts';
import { planApi } from '../api/plan-api.ts';
import { noteSessionError } from '../session-state.ts';

/** What is typed is sent together, once nothing was typed for so long. */
const PAUSE_MS = 600;

type Counts = Readonly<Record<string, number>>;

const saved = signal<Counts>({});
/** By item; null forgets the count. */
const typed = signal<ReadonlyMap<string, number | null>>(new Map());
const sending = signal<ReadonlyMap<string, number | null>>(new Map());
export const stockError = signal<unknown>(undefined);
export const isStockLoaded = signal(false);
let loadedAccount = '';
let writes = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** How much of each item there is, with what is not saved yet. */
export const stock = computed<Counts>(() => {
  const shown: Record<string, number> = { ...saved.value };
  for (const [item, count] of [...sending.value, ...typed.value])
    if (count === null) delete shown[item];
    else shown[item] = count;
  return shown;
});

export type StockSaving = 'saved' | 'saving' | 'failed' | undefined;
const hasSaved = signal(false);
export const stockSaving = computed<StockSaving>(() => {
  if (stockError.value !== undefined) return 'failed';
  if (typed.value.size + sending.value.size > 0) return 'saving';
  return hasSaved.value ? 'saved' : undefined;
});
/** How many counts the service does not have yet. */
export const unsavedCounts = computed(() => new Set([...typed.value.keys(), ...sending.value.keys()]).size);
export const isCountUnsaved = (item: string): boolean => typed.value.has(item) || sending.value.has(item);

export async function loadStock(accountId: string): Promise<void> {
  if (accountId !== loadedAccount) {
    loadedAccount = accountId;
    isStockLoaded.value = false;
    saved.value = {};
    typed.value = new Map();
    sending.value = new Map();
    stockError.value = undefined;
    hasSaved.value = false;
  }
  const before = writes;
  const counts = await planApi.readStock(accountId);
  if (accountId === loadedAccount && writes === before) takeCounts(counts);
}

function takeCounts(counts: Counts): void {
  if (JSON.stringify(counts) !== JSON.stringify(saved.peek())) saved.value = counts;
  isStockLoaded.value = true;
}

/** Shows the counts at once, and saves them soon. */
export function setCounts(counts: ReadonlyMap<string, number | null>): void {
  typed.value = new Map([...typed.peek(), ...counts]);
  stockError.value = undefined;
  clearTimeout(timer);
  timer = setTimeout(() => void saveStock(), PAUSE_MS);
}

/** Sends what was typed, unless something is being sent, after which it is sent. */
export async function saveStock(): Promise<void> {
  clearTimeout(timer);
  if (typed.peek().size === 0 || sending.peek().size > 0) return;
  const accountId = loadedAccount;
  batch(() => {
    sending.value = typed.peek();
    typed.value = new Map();
    stockError.value = undefined;
  });
  writes += 1;
  try {
    const counts = await planApi.changeStock(accountId, Object.fromEntries(sending.peek()));
    if (accountId !== loadedAccount) return;
    batch(() => {
      takeCounts(counts);
      sending.value = new Map();
      hasSaved.value = true;
    });
  } catch (error) {
    noteSessionError(error);
    if (accountId !== loadedAccount) return;
    batch(() => {
      typed.value = new Map([...sending.peek(), ...typed.peek()]);
      sending.value = new Map();
      stockError.value = error;
    });
    return;
  } finally {
    writes += 1;
  }
  if (typed.peek().size > 0) await saveStock();
}

reconnections.subscribe(() => {
  if (hasCode(stockError.peek(), 'connection_failed')) void saveStock();
});
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void saveStock();
});
addEventListener('beforeunload', (event) => {
  if (unsavedCounts.peek() > 0) event.preventDefault();
});
