import { chooseSpending, spendsByHand } from '../roster/spending-choice.ts';
import { stock } from '../stock/stock-store.ts';
import { DONE } from '../texts/done-texts.ts';
import { translate } from '../texts/translate.ts';

/** Offered to whoever keeps a stock, which is loaded; remembered on the device, for the account. */
export function SpendSwitch() {
  if (Object.keys(stock.value).length === 0) return null;
  return (
    <label class="checkbox small">
      <input
        type="checkbox"
        checked={spendsByHand.value}
        onChange={({ currentTarget }) => chooseSpending(currentTarget.checked)}
      />
      <span>{translate(DONE.spendByHand)}</span>
    </label>
  );
}
