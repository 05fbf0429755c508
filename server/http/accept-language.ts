import type { Language } from '../../contract/bilingual.ts';

/** The language for a reader who names none. */
const DEFAULT_LANGUAGE: Language = 'ko';
/** The language for a reader of neither Korean nor English. */
const INTERNATIONAL: Language = 'en';

/** The language of a page for the `Accept-Language` of its reader: the one with the highest quality, the first of several. */
export function preferredLanguage(acceptLanguage = ''): Language {
  const ranges = acceptLanguage
    .toLowerCase()
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
      const quality = parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1;
      return { language: tag.split('-', 1)[0] ?? '', quality: Number(quality) || 0 };
    })
    .filter(({ language, quality }) => language !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { language } of ranges) {
    if (language === 'ko' || language === 'en') return language;
    if (language === '*') return DEFAULT_LANGUAGE;
  }
  return ranges.length === 0 ? DEFAULT_LANGUAGE : INTERNATIONAL;
}
