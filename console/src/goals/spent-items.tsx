import { emptyCost } from '../../../game/cost-sum.ts';
import { useResource } from '../components/use-resource.ts';
import { HISTORY } from '../texts/history-texts.ts';
import { translate } from '../texts/translate.ts';
import { describeCost, listCosts } from './describe-cost.ts';
import { growthFacts, loadFacts } from './plan-state.ts';

/** Amounts that are listed. */
const SHOWN_ITEMS = 20;

/** What a group of changes took out of the stock. */
export function SpentItems({
  spent: { credits = 0, ...items },
}: {
  spent: Readonly<Record<string, number>>;
}) {
  const [resource] = useResource(loadFacts);
  const facts = growthFacts.value;
  if (facts === undefined || resource.value.error !== undefined) return null;
  const texts = describeCost(facts, { ...emptyCost(), credits, items });
  return (
    <p class="hint">
      {translate(HISTORY.spent)} {listCosts(texts, SHOWN_ITEMS)}
    </p>
  );
}
