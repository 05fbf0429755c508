import { language } from '../preferences.ts';

const formats = { ko: new Intl.NumberFormat('ko'), en: new Intl.NumberFormat('en') };

/** With thousands separators. */
export const formatCount = (count: number): string => formats[language.value].format(count);

const rounded = { notation: 'compact', maximumSignificantDigits: 3 } as const;
const sums = { ko: new Intl.NumberFormat('ko', rounded), en: new Intl.NumberFormat('en', rounded) };
const MIN_ROUNDED = 100_000;

/** A sum as it is read: in three digits where it is large. What is spent is said exactly. */
export const formatSum = (count: number): string =>
  count < MIN_ROUNDED ? formatCount(count) : sums[language.value].format(count);
