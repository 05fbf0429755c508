import type { GrowthFacts } from '../../../../game/growth-facts.ts';
import { formatCount, formatSum } from '../../components/format-count.ts';
import { setTo } from '../../components/set-to.ts';
import { EXPERIENCE_ITEMS, isExperience, type Need, needOf } from '../../goals/needs.ts';
import { growthFacts, type PlanTotals } from '../../goals/plan-state.ts';
import { openedNeed } from '../../goals/plan-view.ts';
import { bestItem } from '../../stock/item-groups.ts';
import { nameOfItem } from '../../stock/item-names.ts';
import { EXPERIENCE_LABELS, KIND_LABELS, PLAN } from '../../texts/plan-texts.ts';
import { translate } from '../../texts/translate.ts';
import { describeNeed } from './item-chip.tsx';
import styles from './total-cards.module.css';

const TOTALS = ['credits', 'level', 'equip', 'weapon', 'bond'] as const;
export type TotalId = (typeof TOTALS)[number];

export const nameOfTotal = (id: TotalId): string =>
  translate(id === 'credits' ? KIND_LABELS.currency : EXPERIENCE_LABELS[id]);

/** Credits and experience. What no goal takes is left out. */
export function TotalCards({ facts, totals }: { facts: GrowthFacts; totals: PlanTotals }) {
  const cards = TOTALS.map((id) => ({ id, ...needOf(id, facts, totals) })).filter(({ need }) => need > 0);
  if (cards.length === 0) return null;
  return (
    <section class={styles.totals} aria-label={translate(PLAN.totals)}>
      <ul class={styles.list}>
        {cards.map(({ id, ...need }) => (
          <TotalCard key={id} id={id} {...need} />
        ))}
      </ul>
    </section>
  );
}

function TotalCard({ id, need, have, short }: Need & { id: TotalId }) {
  const facts = growthFacts.value;
  const name = nameOfTotal(id);
  const share = need === 0 ? 1 : Math.min(1, (need - short) / need);
  return (
    <li>
      <button
        type="button"
        class={short === 0 ? `${styles.total} ${styles.met}` : styles.total}
        onClick={setTo(openedNeed, id)}
      >
        <span class="visually-hidden">{translate(describeNeed(name, { need, have, short }))}</span>
        <span class={styles.seen} aria-hidden="true">
          <span class={styles.name}>{name}</span>
          <b>{short === 0 ? translate(PLAN.enough) : formatSum(short)}</b>
          <span class={styles.bar} aria-hidden="true">
            <i style={{ width: `${share * 100}%` }} />
          </span>
          <small>
            {formatSum(have)} / {formatSum(need)}
          </small>
          {facts && short > 0 && isExperience(id) && id !== 'bond' && (
            <small>{translate(describeEquivalent(facts, id, short))}</small>
          )}
        </span>
      </button>
    </li>
  );
}

/** How many of the best item would be enough. */
export function describeEquivalent(facts: GrowthFacts, id: 'level' | 'equip' | 'weapon', exp: number) {
  const { itemId, exp: each } = bestItem(facts, EXPERIENCE_ITEMS[id]) ?? { itemId: '', exp: 1 };
  // The parts of different weapons have no name in common.
  const name = id === 'weapon' ? translate(KIND_LABELS.part) : nameOfItem(facts, itemId);
  return PLAN.about(name, formatCount(Math.ceil(exp / Math.max(each, 1))));
}
