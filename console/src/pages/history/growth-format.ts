import type { GrowthPoint, Measure } from '../../history/growth-points.ts';
import { language } from '../../preferences.ts';
import { GROWTH } from '../../texts/growth-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';

/** An average has one decimal, also where it is 0. */
export const formatValue = (
  value: number,
  measure: Measure,
  options: Intl.NumberFormatOptions = {},
): string =>
  new Intl.NumberFormat(language.value, {
    minimumFractionDigits: measure === 'averageLevel' ? 1 : 0,
    maximumFractionDigits: 1,
    ...options,
  }).format(value);

/** The day that a point is about. Days are those of UTC, as the service has them. */
export function formatDay({ kind, changedFrom }: Pick<GrowthPoint, 'kind' | 'changedFrom'>): string {
  if (kind === 'now') return translate(WORDS.now);
  const format = new Intl.DateTimeFormat(language.value, { dateStyle: 'medium', timeZone: 'UTC' });
  const date = format.format(changedFrom);
  return kind === 'start' ? translate(GROWTH.before(date)) : date;
}
