import { foldText, SEPARATORS } from './text-folding.ts';

/** The form in which searches compare texts. */
export interface SearchKey {
  readonly key: string;
  /** Offsets in the key at which the words of the text start. */
  readonly wordStarts: readonly number[];
}

/** Fast path for most searches: such a text is its own key. */
const ALREADY_FOLDED = /^[0-9a-z\uac00-\ud7a3]+$/;

/** Folds a text and removes spaces, brackets and other punctuation. */
export function toSearchKey(text: string): SearchKey {
  if (ALREADY_FOLDED.test(text)) return { key: text, wordStarts: [0] };
  const wordStarts: number[] = [];
  let key = '';
  for (const word of foldText(text).split(SEPARATORS)) {
    if (word === '') continue;
    wordStarts.push(key.length);
    key += word;
  }
  return { key, wordStarts };
}

/** Keeps the case: on a Korean keyboard, Shift types a different letter. */
export const removeSeparators = (text: string): string => text.split(SEPARATORS).join('');
