import { computed, signal } from '@preact/signals';
import { currentAccountId } from '../session/session-state.ts';
import { isStored, writeStored } from '../stored-data.ts';

/** What was chosen in this document, which is of one account. */
const chosen = signal<boolean | undefined>(undefined);

/** Whether values that the player raises by hand take what they cost out of the stock. */
export const spendsByHand = computed(
  () => chosen.value ?? isStored('rollbook-spends-stock', currentAccountId()),
);

export function chooseSpending(spends: boolean): void {
  chosen.value = spends;
  writeStored(spends ? 'yes' : undefined, 'rollbook-spends-stock', currentAccountId());
}
