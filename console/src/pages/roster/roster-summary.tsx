import { starsOfRank } from '../../../../contract/star-rank.ts';
import { Button } from '../../components/button.tsx';
import { Chips } from '../../components/chips.tsx';
import { Star } from '../../components/stars.tsx';
import { formatClockSeconds } from '../../components/time-text.tsx';
import { useAction } from '../../components/use-action.ts';
import { language } from '../../preferences.ts';
import { rosterLoadedAt } from '../../roster/roster-store.ts';
import { changeFilter, filter } from '../../roster/roster-view-state.ts';
import type { Average, RosterSummary } from '../../roster/summarize-roster.ts';
import { ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './roster-summary.module.css';

export function SummaryLine({
  summary: { recruited, total, averageLevel, averageBond },
}: {
  summary: RosterSummary;
}) {
  const decimal = (value: number) =>
    new Intl.NumberFormat(language.value, { maximumFractionDigits: 1 }).format(value);
  /** How many values the average is of; undefined if all recruited students have one. */
  const partOf = ({ count }: Average) => (count === recruited ? undefined : count);
  const parts = [
    ROSTER.recruitedOf(recruited, total),
    ...(averageLevel === null ? [] : [ROSTER.averageLevel(decimal(averageLevel.mean), partOf(averageLevel))]),
    ...(averageBond === null ? [] : [ROSTER.averageBond(decimal(averageBond.mean), partOf(averageBond))]),
  ];
  return <p>{parts.map(translate).join(' · ')}</p>;
}

/** When the list was last compared with the service. Renders alone. */
export function RefreshLine({ onRefresh }: { onRefresh: () => Promise<void> }) {
  const refresh = useAction(onRefresh);
  const loadedAt = rosterLoadedAt.value;
  // The console asks again by itself, as soon as it can.
  if (loadedAt === undefined) return null;
  return (
    <p class={styles.refresh}>
      {translate(ROSTER.loadedAt(formatClockSeconds(loadedAt)))}{' '}
      <Button
        look="link"
        text={ROSTER.refresh}
        disabled={refresh.pending.value}
        onClick={() => void refresh.run()}
      />
    </p>
  );
}

/** How many there are of each number of stars; a click shows only those. */
export const StarChips = ({ summary: { byStarRank, recruited } }: { summary: RosterSummary }) =>
  recruited > 0 && (
    <Chips legend={translate(ROSTER.stars)} look="line" class={styles.stars}>
      {byStarRank.map((count, index) => {
        const rank = index + 1;
        const { tier, weaponTier } = starsOfRank(rank);
        const isChosen = filter.value.stars === rank;
        if (count === 0 && !isChosen) return null;
        return (
          <button
            key={rank}
            type="button"
            aria-pressed={isChosen}
            onClick={() => changeFilter({ stars: isChosen ? undefined : rank })}
          >
            <span class="visually-hidden">{translate(ROSTER.starRank(tier, weaponTier))}, </span>
            <Star isOfWeapon={weaponTier > 0} />
            <span aria-hidden="true">{weaponTier || tier}</span>
            <b>{count}</b>
          </button>
        );
      })}
    </Chips>
  );
