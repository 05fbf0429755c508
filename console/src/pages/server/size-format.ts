import { language } from '../../preferences.ts';

const UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** In decimal units, as file managers show sizes: 4.2 MB. */
export function formatSize(bytes: number): string {
  let amount = bytes / 1000;
  let unit = 0;
  while (amount >= 999.5 && unit < UNITS.length - 1) {
    amount /= 1000;
    unit += 1;
  }
  const format = new Intl.NumberFormat(language.value, {
    style: 'unit',
    unit: UNITS[unit] as string,
    maximumFractionDigits: amount < 10 ? 1 : 0,
  });
  // The unit stays with its number where a line ends.
  return format.format(amount).replaceAll(' ', '\u00a0');
}
