import { hasGoalsOf, loadGoals } from './goal-store.ts';

/** Of many panels that are opened in a row, one asks. */
const MIN_REFRESH_MS = 10_000;
let refreshedAt = 0;

export async function refreshGoals(accountId: string): Promise<void> {
  if (hasGoalsOf(accountId) && Date.now() - refreshedAt < MIN_REFRESH_MS) return;
  await loadGoals(accountId);
  refreshedAt = Date.now();
}
