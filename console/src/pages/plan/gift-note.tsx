import { rankGifts } from '../../../../game/gift-experience.ts';
import type { GrowthFacts, Materials } from '../../../../game/growth-facts.ts';
import { formatCount } from '../../components/format-count.ts';
import { Steps } from '../../goals/goal-parts.tsx';
import { type GoalProgress, totals } from '../../goals/plan-state.ts';
import { nameOfItem } from '../../stock/item-names.ts';
import { GOALS } from '../../texts/goal-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './gift-note.module.css';

const SHOWN_FAVOURITES = 6;

/** Beside a bond goal: what is to go, what she likes, and how far the gifts in stock lead. */
export function GiftNote({
  facts,
  progress: { goal, cost },
}: {
  facts: GrowthFacts;
  progress: GoalProgress;
}) {
  const { bond } = cost.exp;
  if (bond === 0) return null;
  const favourites = rankGifts(facts, goal.studentUid)
    .filter(({ isFavourite }) => isFavourite)
    .slice(0, SHOWN_FAVOURITES);
  const gifts = totals.value?.gifts;
  const chosen = describeGifts(facts, gifts?.chosen.get(goal.studentUid) ?? {});
  const missing = gifts?.missing.get(goal.studentUid) ?? bond;
  return (
    <div class={styles.note}>
      <strong>{translate(GOALS.giftsTitle)}</strong>
      <p>
        <b>{translate(GOALS.bondToGo(formatCount(bond)))}</b>{' '}
        {!goal.isPaused &&
          translate(
            chosen === ''
              ? GOALS.noGifts
              : missing === 0
                ? GOALS.giftsDo(chosen)
                : GOALS.giftsLack(chosen, formatCount(missing)),
          )}
      </p>
      {favourites.length > 0 && (
        <Steps label={translate(GOALS.favourites)}>
          <li aria-hidden="true">{translate(GOALS.favourites)}</li>
          {favourites.map(({ itemId, exp }) => (
            <li key={itemId}>{translate(GOALS.giftValue(nameOfItem(facts, itemId), exp))}</li>
          ))}
        </Steps>
      )}
    </div>
  );
}

const describeGifts = (facts: GrowthFacts, gifts: Materials): string =>
  Object.entries(gifts)
    .map(([itemId, count]) => `${nameOfItem(facts, itemId)} ${formatCount(count)}`)
    .join(', ');
