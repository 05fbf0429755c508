import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { findNearest, type Measure, toLine, type ValuePoint } from '../../history/growth-points.ts';
import { language } from '../../preferences.ts';
import { GROWTH } from '../../texts/growth-texts.ts';
import { translate } from '../../texts/translate.ts';
import { timeTicks, valueTicks } from './chart-ticks.ts';
import { formatDay, formatValue } from './growth-format.ts';
import styles from './growth-plot.module.css';

const HEIGHT = 240;
/** Room for the dates below, and above for half of the highest number. */
const MARGIN = { top: 10, bottom: 26, right: 10 };
const CHARACTER_WIDTH = 7.5;
const PX_PER_DATE = 96;
const VALUE_LINES = 4;
const SMALLEST_STEPS: Record<Measure, number> = {
  recruited: 1,
  averageLevel: 0.1,
  uniqueWeapons: 1,
  bond: 1,
};
const PAGE = 7;
const YEAR_MS = 365 * 86_400_000;

/** The line, and the value of the day that is pointed at, touched or moved to. */
export function GrowthPlot({ points, measure }: { points: readonly ValuePoint[]; measure: Measure }) {
  const width = useSignal(0);
  const chosen = useSignal<number | undefined>(undefined);
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    width.value = current.clientWidth;
    const observer = new ResizeObserver(() => {
      width.value = current.clientWidth;
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);

  const last = points.length - 1;
  const index = Math.min(chosen.value ?? last, last);
  const [first, point] = [points[0], points[index]];
  if (first === undefined || point === undefined) return null;
  const all = points.map(({ value }) => value);
  const ticks = valueTicks(Math.min(...all), Math.max(...all), VALUE_LINES, SMALLEST_STEPS[measure]);
  const labels = ticks.map((value) => formatValue(value, measure));
  const left = Math.max(...labels.map(({ length }) => length)) * CHARACTER_WIDTH + 10;
  const plotWidth = Math.max(0, width.value - left - MARGIN.right);
  const [from, to] = [first.at, points[last]?.at ?? first.at];
  const x = (at: number) => left + (to === from ? plotWidth / 2 : ((at - from) / (to - from)) * plotWidth);
  const [lowest, highest] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const bottom = HEIGHT - MARGIN.bottom;
  const y = (value: number) => bottom - ((value - lowest) / (highest - lowest)) * (bottom - MARGIN.top);
  const line = toLine(points).map(({ at, value }) => `${round(x(at))} ${round(y(value))}`);
  const value = formatValue(point.value, measure);

  const choose = (next: number) => {
    chosen.value = Math.max(0, Math.min(last, next));
  };
  const chooseAt = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    const offset = event.clientX - event.currentTarget.getBoundingClientRect().left - left;
    choose(findNearest(points, from + (offset / Math.max(1, plotWidth)) * (to - from)));
  };
  const steps: Record<string, number> = {
    ArrowLeft: index - 1,
    ArrowDown: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index + 1,
    PageDown: index - PAGE,
    PageUp: index + PAGE,
    Home: 0,
    End: last,
  };
  return (
    <figure class={styles.plot}>
      <figcaption>
        <span>{formatDay(point)}</span> <b>{value}</b>{' '}
        <small>{translate(describeDifference(all, measure))}</small>
      </figcaption>
      <div
        ref={element}
        class={styles.area}
        role="slider"
        tabIndex={0}
        aria-label={translate(GROWTH.chart(translate(GROWTH.names[measure])))}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={index}
        aria-valuetext={translate(GROWTH.valueOn(formatDay(point), value))}
        onPointerDown={chooseAt}
        onPointerMove={chooseAt}
        onPointerLeave={({ pointerType }) => {
          // A finger that is lifted leaves the value there.
          if (pointerType === 'mouse') chosen.value = undefined;
        }}
        onKeyDown={(event) => {
          const next = steps[event.key];
          if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          choose(next);
        }}
      >
        <svg width={width.value} height={HEIGHT} aria-hidden="true">
          {plotWidth > 0 && (
            <path class={styles.surface} d={`M${x(from)} ${bottom}L${line.join('L')}L${x(to)} ${bottom}Z`} />
          )}
          {ticks.map((tick, at) => (
            <g key={tick}>
              <line x1={left} x2={width.value - MARGIN.right} y1={y(tick)} y2={y(tick)} />
              <text x={left - 8} y={y(tick)} dy="0.35em" text-anchor="end">
                {labels[at]}
              </text>
            </g>
          ))}
          <Dates from={from} to={to} x={x} width={plotWidth} />
          {plotWidth > 0 && (
            <>
              <path class={styles.line} d={`M${line.join('L')}`} />
              <line class={styles.pointer} x1={x(point.at)} x2={x(point.at)} y1={MARGIN.top} y2={bottom} />
              <circle cx={x(point.at)} cy={y(point.value)} r="5" />
            </>
          )}
        </svg>
      </div>
    </figure>
  );
}

function Dates({
  from,
  to,
  x,
  width,
}: {
  from: number;
  to: number;
  x: (at: number) => number;
  width: number;
}) {
  const { unit, times } = timeTicks(from, to, Math.max(1, Math.floor(width / PX_PER_DATE)));
  const format = new Intl.DateTimeFormat(
    language.value,
    unit === 'day'
      ? { month: 'short', day: 'numeric' }
      : { month: 'short', ...(to - from > YEAR_MS && { year: 'numeric' }) },
  );
  return (
    <>
      {times.map((at) => (
        <text key={at} x={x(at)} y={HEIGHT - 6} text-anchor={anchorOf(x(at) - x(from), width)}>
          {format.format(at)}
        </text>
      ))}
    </>
  );
}

/** Dates at the ends stay inside. */
const anchorOf = (offset: number, width: number): 'start' | 'middle' | 'end' =>
  offset < PX_PER_DATE / 2 ? 'start' : offset > width - PX_PER_DATE / 3 ? 'end' : 'middle';

function describeDifference(all: readonly number[], measure: Measure) {
  const difference = (all.at(-1) ?? 0) - (all[0] ?? 0);
  if (Math.abs(difference) < SMALLEST_STEPS[measure] / 2) return GROWTH.unchanged;
  return GROWTH.sinceStart(formatValue(difference, measure, { signDisplay: 'exceptZero' }));
}

const round = (px: number): number => Math.round(px * 10) / 10;
