import { computed, signal } from '@preact/signals';
import { historyApi } from '../../api/history-api.ts';
import type { WriteHeaders } from '../../api/operation.ts';
import { findGoal, goals, loadGoals } from '../../goals/goal-store.ts';
import { loadStock, stock } from '../../stock/stock-store.ts';
import { goalReview, selectedGoals, takesStock } from './goal-import-state.ts';
import { findReachedGoals, type ReachedGoal } from './reached-goals.ts';
import { selectedEntries } from './review-state.ts';

/** Whether the goals that an import reaches are closed, and whether it takes what they cost out of the stock. */
export const closesGoals = signal(true);
export const spendsCost = signal(false);

/** Those that the selected students reach. A goal that the same text brings takes the place of the one before it. */
export const reachedGoals = computed((): readonly ReachedGoal[] => {
  const brought = new Set(selectedGoals.value.map(({ studentUid }) => studentUid));
  return findReachedGoals(
    selectedEntries.value,
    goals.value.filter(({ studentUid }) => !brought.has(studentUid)),
  );
});

/** The stock of the same text is what is left in the game. */
export const bringsStock = computed(
  () => takesStock.value && Object.keys(goalReview.value?.found.stock ?? {}).length > 0,
);
export const canSpend = computed(
  () =>
    !bringsStock.value &&
    Object.keys(stock.value).length > 0 &&
    reachedGoals.value.some(({ isNew }) => !isNew),
);

interface ClosedGoals {
  readonly count: number;
  /** What was taken out of the stock; undefined if nothing was to be, or if it is not known. */
  readonly spent: Readonly<Record<string, number>> | undefined;
}

/** What was closed, by all attempts. */
export const closedGoals = signal<ClosedGoals | undefined>(undefined);

/** The students whose writes were sent to end their goals. */
const sent = new Set<string>();
let isSpendingSent = false;

export function forgetGoalClosing(): void {
  closesGoals.value = true;
  spendsCost.value = false;
  closedGoals.value = undefined;
  sent.clear();
  isSpendingSent = false;
}

/** The goal ends in the write that reaches it, so a goal whose student is not written stays. */
export function closingHeaders(studentUid: string): WriteHeaders {
  if (!closesGoals.peek() || reachedGoals.peek().every((goal) => goal.studentUid !== studentUid)) return {};
  const spends = spendsCost.peek() && canSpend.peek();
  sent.add(studentUid);
  isSpendingSent ||= spends;
  return { 'ends-goal': '1', ...(spends && { 'spends-stock': '1' }) };
}

/** Looks at what the writes have closed and taken. */
export async function noteClosedGoals(
  accountId: string,
  group: number | undefined,
  unwritten: ReadonlySet<string>,
): Promise<void> {
  if (sent.size === 0) return;
  await Promise.all([loadGoals(accountId), loadStock(accountId)]);
  const count = [...sent].filter((uid) => !unwritten.has(uid) && findGoal(uid) === undefined).length;
  closedGoals.value = { count, spent: undefined };
  if (!isSpendingSent || group === undefined) return;
  const { groups } = await historyApi.listGroups({ group: String(group) }, accountId);
  closedGoals.value = { count, spent: groups[0]?.spent ?? {} };
}
