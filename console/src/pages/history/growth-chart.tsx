import { useSignal } from '@preact/signals';
import type { GrowthView } from '../../../../server/history/views.ts';
import { Button } from '../../components/button.tsx';
import { Choice, optionsOf } from '../../components/controls.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { toggle } from '../../components/set-to.ts';
import {
  MEASURES,
  type Measure,
  pointsWithin,
  RANGES,
  type Range,
  toPoints,
  valuesOf,
} from '../../history/growth-points.ts';
import { GROWTH } from '../../texts/growth-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './growth-chart.module.css';
import { GrowthPlot } from './growth-plot.tsx';
import { GrowthTable } from './growth-table.tsx';

/** How the roster grew, one value at a time. */
export function GrowthChart({ days }: { days: GrowthView['days'] }) {
  const measure = useSignal<Measure>('recruited');
  const range = useSignal<Range>('month');
  const isTableShown = useSignal(false);
  const all = toPoints(days);
  if (all.length < 2) return <EmptyState icon="growth" title={GROWTH.startTitle} text={GROWTH.startText} />;
  // Its beginning and its end would make a line that says nothing of the days between.
  if (days.length === 2) return <p class="soft">{translate(GROWTH.oneDay)}</p>;
  const points = pointsWithin(all, range.value);
  const values = valuesOf(points, measure.value);
  return (
    <div class={styles.chart}>
      <div class={styles.choices}>
        <Choice legend={GROWTH.measure} options={optionsOf(MEASURES, GROWTH.shortNames)} signal={measure} />
        <Choice legend={GROWTH.range} options={optionsOf(RANGES, GROWTH.ranges)} signal={range} />
      </div>
      {values.length === 0 ? (
        <p class="hint">{translate(GROWTH.noValue)}</p>
      ) : (
        <GrowthPlot key={`${measure.value} ${range.value}`} points={values} measure={measure.value} />
      )}
      <Button
        look="link"
        text={GROWTH.showTable}
        aria-pressed={isTableShown.value}
        onClick={toggle(isTableShown)}
      />
      {isTableShown.value ? (
        // A region that scrolls is reached by the keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
        <section class={styles.rows} aria-label={translate(GROWTH.table)} tabIndex={0}>
          <GrowthTable points={points} />
        </section>
      ) : (
        <div class="visually-hidden">
          <GrowthTable points={points} />
        </div>
      )}
    </div>
  );
}
