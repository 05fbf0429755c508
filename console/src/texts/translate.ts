import type { Bilingual } from '../../../contract/bilingual.ts';
import { language } from '../preferences.ts';

/** The text in the language of the page. A component that calls it renders again when the language changes. */
export const translate = (text: Bilingual): string => text[language.value];
