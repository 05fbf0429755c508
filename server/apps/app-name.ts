/** The bound of a device's name, in UTF-16 units. */
export const MAX_APP_NAME_LENGTH = 60;

/** Longer ones are cut before anything else is done with them. */
const MAX_CLAIMED_LENGTH = 200;
/** Controls and what is not seen or turns the text around it. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Letters that look like those of another script. */
const CYRILLIC_OR_GREEK = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
const LATIN = /\p{Script=Latin}/u;

/**
 * A name as a player may see it: characters that are not seen, and Cyrillic and Greek letters in a word with Latin ones,
 * are shown by their number. Cut to size. Undefined: it has neither a letter nor a digit.
 */
export function toAppName(claimed: string): string | undefined {
  const text = claimed.slice(0, MAX_CLAIMED_LENGTH).normalize('NFKC');
  if (!/[\p{L}\p{N}]/u.test(text)) return undefined;
  const words = text.trim().replaceAll(/ +/g, ' ').split(' ');
  const shown = words.map((word) => {
    const isMixed = LATIN.test(word) && CYRILLIC_OR_GREEK.test(word);
    return [...word].map((character) =>
      INVISIBLE.test(character) || (isMixed && CYRILLIC_OR_GREEK.test(character))
        ? toNumber(character)
        : character,
    );
  });
  const characters = shown.flatMap((word, i) => (i === 0 ? word : [' ', ...word]));
  const name = characters.join('');
  if (name.length <= MAX_APP_NAME_LENGTH) return name;
  let cut = '';
  for (const character of characters) {
    if (cut.length + character.length >= MAX_APP_NAME_LENGTH) break;
    cut += character;
  }
  return `${cut}…`;
}

const toNumber = (character: string): string =>
  `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;
