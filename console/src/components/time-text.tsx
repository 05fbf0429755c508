import { language } from '../preferences.ts';
import { COMMON } from '../texts/common-texts.ts';
import { translate } from '../texts/translate.ts';

const DATE: Intl.DateTimeFormatOptions = { dateStyle: 'medium' };
const LONG_DATE: Intl.DateTimeFormatOptions = { dateStyle: 'long' };
const DATE_TIME: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };
const CLOCK: Intl.DateTimeFormatOptions = { timeStyle: 'short' };

const DAY_CLOCK: Intl.DateTimeFormatOptions = {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
};
const CLOCK_SECONDS: Intl.DateTimeFormatOptions = { timeStyle: 'medium' };

const format = (options: Intl.DateTimeFormatOptions) => (at: string | number) =>
  new Intl.DateTimeFormat(language.value, options).format(new Date(at));
export const formatDate = format(DATE);
/** For sentences: a Korean particle follows this form, and not the short one. */
export const formatLongDate = format(LONG_DATE);
export const formatDateTime = format(DATE_TIME);
/** Of the last days, which need no year. */
export const formatDayClock = format(DAY_CLOCK);
export const formatClock = format(CLOCK);
export const formatClockSeconds = format(CLOCK_SECONDS);

export const DateText = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatDateTime(at)}>
    {formatDate(at)}
  </time>
);

/** How long ago, or in how much time: in minutes, hours or days; beyond a month the date. */
export const RelativeTime = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatDateTime(at)}>
    {formatRelative(at)}
  </time>
);

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;
const MAX_RELATIVE_DAYS = 30;

function formatRelative(at: string): string {
  const seconds = Math.round((Date.parse(at) - Date.now()) / 1000);
  if (Math.abs(seconds) < 60) return translate(COMMON.justNow);
  const [unit, length] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['minute', 60];
  if (unit === 'day' && Math.abs(seconds) > MAX_RELATIVE_DAYS * length) return formatDate(at);
  return new Intl.RelativeTimeFormat(language.value, { numeric: 'auto' }).format(
    Math.trunc(seconds / length),
    unit,
  );
}
