import { language } from '../preferences.ts';

const formats = { ko: new Intl.NumberFormat('ko'), en: new Intl.NumberFormat('en') };

/** With thousands separators. */
export const formatCount = (count: number): string => formats[language.value].format(count);
