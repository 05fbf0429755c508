/** Round numbers from at most the lowest to at least the highest value, about `count` of them. */
export function valueTicks(lowest: number, highest: number, count: number, smallestStep: number): number[] {
  const wanted = (highest - lowest) / count;
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(wanted, smallestStep)));
  const steps = [1, 2, 5, 10].map((factor) => factor * magnitude);
  const step = Math.max(steps.find((one) => one >= wanted) ?? magnitude, smallestStep);
  const first = Math.floor(lowest / step);
  // One value alone lies between two lines.
  const last = Math.max(Math.ceil(highest / step), first + 1);
  // Multiplied, a step such as 0.1 would not be exact.
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toFixed(digits)),
  );
}

const DAY_STEPS = [1, 2, 7, 14];
const MONTH_STEPS = [1, 2, 3, 6, 12, 24];
const DAY_MS = 86_400_000;
const MONTH_MS = 30.4 * DAY_MS;

export interface TimeTicks {
  readonly unit: 'day' | 'month';
  readonly times: readonly number[];
}

/** Midnights or first days of months in the time zone of the browser, at most `count` of them. */
export function timeTicks(from: number, to: number, count: number): TimeTicks {
  const days = DAY_STEPS.find((step) => (to - from) / (step * DAY_MS) <= count);
  if (days !== undefined) {
    // Backwards, so that the last day has one.
    const times: number[] = [];
    for (let at = startOfDay(to); at >= from; at = addDays(at, -days)) times.unshift(at);
    return { unit: 'day', times };
  }
  const months = MONTH_STEPS.find((step) => (to - from) / (step * MONTH_MS) <= count) ?? 36;
  const begin = new Date(from);
  const times: number[] = [];
  // Whole steps of a year: January, then July.
  for (
    let month = Math.ceil((begin.getMonth() + 1) / months) * months;
    times.length < count;
    month += months
  ) {
    const at = new Date(begin.getFullYear(), month, 1).getTime();
    if (at > to) break;
    times.push(at);
  }
  return { unit: 'month', times };
}

const startOfDay = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

function addDays(at: number, days: number): number {
  const date = new Date(at);
  return date.setDate(date.getDate() + days);
}
