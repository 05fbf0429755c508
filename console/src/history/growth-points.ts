import type { GrowthView } from '../../../server/history/views.ts';

const DAY_MS = 86_400_000;

export const MEASURES = ['recruited', 'averageLevel', 'uniqueWeapons', 'bond'] as const;
export type Measure = (typeof MEASURES)[number];

export const RANGES = ['month', 'half-year', 'all'] as const;
export type Range = (typeof RANGES)[number];
const RANGE_DAYS: Record<Range, number> = { month: 30, 'half-year': 182, all: Number.POSITIVE_INFINITY };

/** `start` is before the first day that is kept, `day` the end of a UTC day with changes. */
type PointKind = 'start' | 'day' | 'now';

/** The roster at a moment. */
export interface GrowthPoint {
  readonly kind: PointKind;
  readonly at: number;
  /** The beginning of its day, from when on the values change. */
  readonly changedFrom: number;
  readonly values: Readonly<Record<Measure, number | null>>;
}

/** Each day tells the state before its changes, so that the state after them is that of the next one. */
export function toPoints(days: GrowthView['days']): GrowthPoint[] {
  const [first, ...later] = days.map((day) => ({ at: Date.parse(day.at), values: measure(day) }));
  if (first === undefined) return [];
  const points: GrowthPoint[] = [{ ...first, kind: 'start', changedFrom: first.at }];
  let changedFrom = first.at;
  for (const { at, values } of later) {
    points.push({ kind: 'day', at: Math.min(at, changedFrom + DAY_MS), changedFrom, values });
    changedFrom = at;
  }
  const last = points.pop();
  if (last === undefined || last.kind === 'start') return last === undefined ? [] : [last];
  if (last.at === changedFrom) return [...points, { ...last, kind: 'now' }];
  // Nothing has changed since.
  return [...points, last, { ...last, kind: 'now', at: changedFrom, changedFrom: last.at }];
}

const measure = ({
  recruited,
  levelSum,
  levelCount,
  uniqueWeapons,
  bondSum,
}: GrowthView['days'][number]) => ({
  recruited,
  averageLevel: levelCount === 0 ? null : Math.round((levelSum / levelCount) * 10) / 10,
  uniqueWeapons,
  bond: bondSum,
});

/** Those within the range, beginning with the state that it begins with. */
export function pointsWithin(points: readonly GrowthPoint[], range: Range): readonly GrowthPoint[] {
  const from = (points.at(-1)?.at ?? 0) - RANGE_DAYS[range] * DAY_MS;
  const first = points.findIndex(({ at }) => at > from);
  const before = points[first - 1];
  if (before === undefined) return points;
  return [{ ...before, kind: 'day', at: from, changedFrom: from }, ...points.slice(first)];
}

export interface ValuePoint extends Omit<GrowthPoint, 'values'> {
  readonly value: number;
}

/** The points at which the value is known. */
export const valuesOf = (points: readonly GrowthPoint[], name: Measure): ValuePoint[] =>
  points.flatMap(({ values, ...point }) => {
    const value = values[name];
    return value === null ? [] : [{ ...point, value }];
  });

/** The corners of the line: level until a day with changes, rising during it. */
export function toLine(points: readonly ValuePoint[]): { at: number; value: number }[] {
  return points.flatMap(({ at, changedFrom, value }, index) => {
    const before = points[index - 1];
    const isLevel = before === undefined || changedFrom <= before.at;
    return isLevel
      ? [{ at, value }]
      : [
          { at: changedFrom, value: before.value },
          { at, value },
        ];
  });
}

/** The index of the point that is nearest to a time. */
export function findNearest(points: readonly { at: number }[], at: number): number {
  const next = points.findIndex((point) => point.at >= at);
  if (next < 0) return points.length - 1;
  const [before, after] = [points[next - 1], points[next]];
  if (before === undefined || after === undefined) return next;
  return at - before.at < after.at - at ? next - 1 : next;
}
