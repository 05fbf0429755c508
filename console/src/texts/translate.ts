import type { Bilingual } from '../../../contract/bilingual.ts';
import { language } from '../preferences.ts';

/** What a component shows: a text of ours, or a name, which is the same in every language. */
export type PageText = Bilingual | string;

/** The text in the language of the page. A component that calls it renders again when the language changes. */
export const translate = (text: PageText): string => (typeof text === 'string' ? text : text[language.value]);
