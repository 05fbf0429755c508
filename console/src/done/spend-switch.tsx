import { Checkbox } from '../components/checkbox.tsx';
import { chooseSpending, spendsByHand } from '../roster/spending-choice.ts';
import { stock } from '../stock/stock-store.ts';
import { DONE } from '../texts/done-texts.ts';

/** Offered to whoever keeps a stock, which is loaded; remembered on the device, for the account. */
export function SpendSwitch() {
  if (Object.keys(stock.value).length === 0) return null;
  return (
    <Checkbox size="small" text={DONE.spendByHand} checked={spendsByHand.value} onChange={chooseSpending} />
  );
}
