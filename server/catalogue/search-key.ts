/** A text as searches compare it. */
export interface SearchKey {
  readonly key: string;
  /** Where the words of the text start in the key. */
  readonly wordStarts: readonly number[];
}

/** Texts that are their own key, as most searches are. */
const PLAIN = /^[0-9a-z\uac00-\ud7a3]+$/;
const SEPARATORS = /[\p{Z}\p{P}\p{S}\p{C}]+/u;

/** Folded, without spaces, brackets and other punctuation. */
export function toSearchKey(text: string): SearchKey {
  if (PLAIN.test(text)) return { key: text, wordStarts: [0] };
  const wordStarts: number[] = [];
  let key = '';
  for (const word of foldText(text).split(SEPARATORS)) {
    if (word === '') continue;
    wordStarts.push(key.length);
    key += word;
  }
  return { key, wordStarts };
}

/** NFKC, without case, hiragana as katakana: every sign is still there. */
export const foldText = (text: string): string => katakana(caseless(composed(text)));

/** The same letters as typed, but without what stands between words: what a keyboard slip is read from. */
export const removeSeparators = (text: string): string => text.split(SEPARATORS).join('');

/** Compatibility consonants (ㅅ) are kept out of it: NFKC makes leading ones of them, and syllables with what follows. */
const composed = (text: string): string =>
  text.replace(/[^\u3131-\u318e]+/g, (part) => part.normalize('NFKC'));

/** Full case folding, but for a few letters that no name here has. */
const caseless = (text: string): string => text.toUpperCase().toLowerCase();

const katakana = (text: string): string =>
  text.replace(/[\u3041-\u3096]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60));
