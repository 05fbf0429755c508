import { Decision } from '../../components/decision.tsx';
import { formatCount } from '../../components/format-count.ts';
import { growthFacts } from '../../goals/plan-state.ts';
import { nameOfItem } from '../../stock/item-names.ts';
import { stockValues } from '../../stock/stock-store.ts';
import { CONFLICTS } from '../../texts/conflict-texts.ts';
import { DECISIONS } from '../../texts/decision-texts.ts';
import { translate } from '../../texts/translate.ts';

/** The counts that were changed here and elsewhere. */
export function StockDecisions() {
  const facts = growthFacts.value;
  return stockValues.held.value.map((edit) => {
    const current = show(stockValues.findSaved(edit.key));
    const mine = show(edit.value);
    return (
      <Decision
        key={edit.id}
        title={facts === undefined ? edit.key : nameOfItem(facts, edit.key)}
        problem={edit.problem}
        mine={CONFLICTS.keepMine(mine)}
        theirs={CONFLICTS.useTheirs(current)}
        onDecide={(isMine) => stockValues.decide(edit, isMine)}
      >
        <p>
          {translate(CONFLICTS.changedElsewhere(show(edit.before), current))} ·{' '}
          {translate(DECISIONS.mineIs(mine))}
        </p>
      </Decision>
    );
  });
}

const show = (count: number | null): string => (count === null ? '–' : formatCount(count));
