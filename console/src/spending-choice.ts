import { signal } from '@preact/signals';
import { readStored, writeStored } from './stored-data.ts';

/** Whether values that the player raises by hand take what they cost out of the stock. */
export const spendsByHand = signal(readStored('rollbook-spends-stock') !== null);

export function chooseSpending(spends: boolean): void {
  spendsByHand.value = spends;
  writeStored(spends ? 'yes' : undefined, 'rollbook-spends-stock');
}
