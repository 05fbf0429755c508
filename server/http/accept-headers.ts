import type { Language } from '../../contract/bilingual.ts';

/** The language for a reader who names none. */
const DEFAULT_LANGUAGE: Language = 'ko';
/** The language for a reader of neither Korean nor English. */
const INTERNATIONAL: Language = 'en';

/** The values of a header such as `Accept-Language`, in lower case: quality 1 by default, 0 where that is no number. */
export const parseQualities = (header = ''): { value: string; quality: number }[] =>
  header
    .toLowerCase()
    .split(',')
    .map((entry) => {
      const [value = '', ...parameters] = entry.split(';').map((part) => part.trim());
      const quality = parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1;
      return { value, quality: Number(quality) || 0 };
    });

/** The language of a page for the `Accept-Language` of its reader: the one with the highest quality, the first of several. */
export function preferredLanguage(acceptLanguage?: string): Language {
  const ranges = parseQualities(acceptLanguage)
    .filter(({ value, quality }) => value !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { value } of ranges) {
    const language = value.split('-', 1)[0];
    if (language === 'ko' || language === 'en') return language;
    if (language === '*') return DEFAULT_LANGUAGE;
  }
  return ranges.length === 0 ? DEFAULT_LANGUAGE : INTERNATIONAL;
}

/** Browsers name HTML, and programs do not. */
export const namesHtml = (accept?: string): boolean =>
  parseQualities(accept).some(({ value, quality }) => value === 'text/html' && quality > 0);

/** Only if Markdown is named, and not less than HTML: browsers name HTML alone. */
export function wantsMarkdown(accept?: string): boolean {
  const types = parseQualities(accept);
  const qualityOf = (type: string) => types.find(({ value }) => value === type)?.quality ?? 0;
  return qualityOf('text/markdown') > 0 && qualityOf('text/markdown') >= qualityOf('text/html');
}
