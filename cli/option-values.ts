import { isCalendarDay } from '../server/http/parse-moment.ts';
import { UsageError } from './command.ts';

export function parseInteger(name: string, text: string | undefined): number {
  if (text === undefined || !/^-?\d+$/.test(text))
    throw new UsageError(`--${name} must be a whole number, not ${JSON.stringify(text)}.`);
  return Number(text);
}

export function parseTime(name: string, text: string): number {
  const format = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;
  const value = format.test(text) && isCalendarDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(value))
    throw new UsageError(
      `--${name} must be a moment such as 2027-01-31T00:00:00Z, not ${JSON.stringify(text)}.`,
    );
  return value;
}

const DURATION_UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

export function parseDuration(name: string, text: string): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (text === '0') return 0;
  if (unit === undefined)
    throw new UsageError(`--${name} must be a duration such as 30m, 12h or 7d, not ${JSON.stringify(text)}.`);
  return Number(count) * DURATION_UNITS[unit as keyof typeof DURATION_UNITS];
}
