import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Button } from '../../components/button.tsx';
import { setTo } from '../../components/set-to.ts';
import { formatClockSeconds } from '../../components/time-text.tsx';
import { useAction } from '../../components/use-action.ts';
import { language } from '../../preferences.ts';
import { rosterLoadedAt } from '../../roster/roster-store.ts';
import type { Average, RosterSummary } from '../../roster/summarize-roster.ts';
import { ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './roster-summary.module.css';

const OTHER_FACTS_ID = 'roster-facts';

/** How far the roster is, in a line. A phone shows how many are recruited, and unfolds the rest. */
export function RosterFacts({
  summary,
  onRefresh,
  children,
}: {
  summary: RosterSummary;
  onRefresh: () => Promise<void>;
  /** What else there is to say of it. */
  children: ComponentChildren;
}) {
  const isOpen = useSignal(false);
  return (
    <div class={`${styles.facts} ${isOpen.value ? styles.open : ''}`}>
      <SummaryLine summary={summary} />
      <Button
        look="icon"
        icon={isOpen.value ? 'fold' : 'unfold'}
        label={ROSTER.facts}
        class={styles.unfold}
        aria-expanded={isOpen.value}
        aria-controls={OTHER_FACTS_ID}
        onClick={setTo(isOpen, !isOpen.value)}
      />
      <div id={OTHER_FACTS_ID} class={styles.others}>
        {children}
        <RefreshLine onRefresh={onRefresh} />
      </div>
    </div>
  );
}

function SummaryLine({
  summary: { recruited, total, averageLevel, averageBond },
}: {
  summary: RosterSummary;
}) {
  const decimal = (value: number) =>
    new Intl.NumberFormat(language.value, { maximumFractionDigits: 1 }).format(value);
  /** How many values the average is of; undefined if all recruited students have one. */
  const partOf = ({ count }: Average) => (count === recruited ? undefined : count);
  const averages = [
    ...(averageLevel === null ? [] : [ROSTER.averageLevel(decimal(averageLevel.mean), partOf(averageLevel))]),
    ...(averageBond === null ? [] : [ROSTER.averageBond(decimal(averageBond.mean), partOf(averageBond))]),
  ];
  return (
    <p>
      {translate(ROSTER.recruitedOf(recruited, total))}
      <span class={styles.averages}>{averages.map((text) => ` · ${translate(text)}`)}</span>
    </p>
  );
}

/** When the list was last compared with the service. Renders alone. */
function RefreshLine({ onRefresh }: { onRefresh: () => Promise<void> }) {
  const refresh = useAction(onRefresh);
  const loadedAt = rosterLoadedAt.value;
  // The console asks again by itself, as soon as it can.
  if (loadedAt === undefined) return null;
  return (
    <p class={styles.refresh}>
      {translate(ROSTER.loadedAt(formatClockSeconds(loadedAt)))}
      <Button
        look="icon"
        icon="refresh"
        label={ROSTER.refresh}
        title={translate(ROSTER.refresh)}
        disabled={refresh.pending.value}
        onClick={() => void refresh.run()}
      />
    </p>
  );
}
