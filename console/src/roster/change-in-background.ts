import { signal } from '@preact/signals';
import type { Progress } from '../../../client/apply-plan.ts';
import { describeError } from '../components/describe-error.ts';
import { showToast } from '../components/toast.tsx';
import { reportBulk } from './report-bulk.ts';
import { changeStudents, type WantedChange } from './roster-store.ts';

/** Of the changes to many students that are under way, all together. */
export const bulkProgress = signal<Progress | undefined>(undefined);
let underWay = 0;

/** Changes many students while the player goes on, and says what came of it. */
export async function changeInBackground(wanted: readonly WantedChange[]): Promise<void> {
  const count = (done: number, total: number) => {
    const known = bulkProgress.peek() ?? { done: 0, total: 0 };
    bulkProgress.value = { done: known.done + done, total: known.total + total };
  };
  underWay += 1;
  count(0, wanted.length);
  try {
    reportBulk(await changeStudents(wanted, () => count(1, 0)));
  } catch (error) {
    showToast(describeError(error), { kind: 'warning' });
  } finally {
    underWay -= 1;
    if (underWay === 0) bulkProgress.value = undefined;
  }
}
