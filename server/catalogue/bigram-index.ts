const NONE: readonly number[] = [];

/**
 * Which of many short texts may contain a string: the texts of its rarest pair of neighbouring letters. So a search
 * looks at the few texts that could match, however many there are.
 */
export class BigramIndex {
  readonly #texts = new Map<string, number[]>();

  /** Texts are added in ascending order of their number. */
  add(text: number, key: string): void {
    for (let i = 0; i < key.length; i += 1) {
      this.note(text, key.charAt(i));
      if (i + 1 < key.length) this.note(text, key.slice(i, i + 2));
    }
  }

  note(text: number, gram: string): void {
    const texts = this.#texts.get(gram);
    if (texts === undefined) this.#texts.set(gram, [text]);
    else if (texts.at(-1) !== text) texts.push(text);
  }

  of(gram: string): readonly number[] {
    return this.#texts.get(gram) ?? NONE;
  }

  /** In ascending order. All that contain the string are among them; not all of them do. */
  mayContain(string: string): readonly number[] {
    if (string.length === 1) return this.of(string);
    let rarest: readonly number[] | undefined;
    for (let i = 0; i + 1 < string.length; i += 1) {
      const texts = this.#texts.get(string.slice(i, i + 2));
      if (texts === undefined) return NONE;
      if (rarest === undefined || texts.length < rarest.length) rarest = texts;
    }
    return rarest ?? NONE;
  }
}
