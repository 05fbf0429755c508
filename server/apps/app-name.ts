/** What a device may call itself, in code points. */
export const MAX_APP_NAME_LENGTH = 60;

/** Controls and what is not seen or turns the text around it. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
/** Letters that look like those of another script. */
const CYRILLIC_OR_GREEK = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
const LATIN = /\p{Script=Latin}/u;

/**
 * A name as a player may see it: characters that are not seen, and Cyrillic and Greek letters in a word with Latin ones,
 * are shown by their number. Cut to size.
 */
export function toAppName(claimed: string): string {
  const words = claimed.normalize('NFKC').trim().replaceAll(/ +/g, ' ').split(' ');
  const shown = words.map((word) => {
    const isMixed = LATIN.test(word) && CYRILLIC_OR_GREEK.test(word);
    return [...word].map((character) =>
      INVISIBLE.test(character) || (isMixed && CYRILLIC_OR_GREEK.test(character))
        ? toNumber(character)
        : character,
    );
  });
  const characters = shown.flatMap((word, i) => (i === 0 ? word : [' ', ...word]));
  return characters.length > MAX_APP_NAME_LENGTH
    ? `${characters.slice(0, MAX_APP_NAME_LENGTH - 1).join('')}…`
    : characters.join('');
}

const toNumber = (character: string): string =>
  `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;
