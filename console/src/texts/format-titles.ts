import { ROSTER_FORMATS, type RosterFormat } from '../../../client/formats/parsed-roster.ts';
import type { Bilingual } from '../../../contract/bilingual.ts';

/** The names of tools are the same in both languages. */
export const titleOfFormat = (format: RosterFormat): Bilingual =>
  format === 'sheet'
    ? { ko: '스프레드시트', en: ROSTER_FORMATS.sheet }
    : { ko: ROSTER_FORMATS[format], en: ROSTER_FORMATS[format] };
