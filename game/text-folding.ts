export const SEPARATORS = /[\p{Z}\p{P}\p{S}\p{C}]+/u;

/** The form in which names are compared: folded, without spaces, brackets and other punctuation. */
export const foldName = (name: string): string => foldText(name).split(SEPARATORS).join('');

/** NFKC, case-folded, hiragana as katakana. Separators and punctuation stay. */
export const foldText = (text: string): string => toKatakana(foldCase(normalize(text)));

/** Compatibility consonants (ㅅ) skip NFKC, which makes them leading consonants that join the vowel after them. */
const normalize = (text: string): string =>
  text.replace(/[^\u3131-\u318e]+/g, (part) => part.normalize('NFKC'));

/** Full case folding except for a few letters that no name contains. */
const foldCase = (text: string): string => text.toUpperCase().toLowerCase();

const toKatakana = (text: string): string =>
  text.replace(/[\u3041-\u3096]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60));
