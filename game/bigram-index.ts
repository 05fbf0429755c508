const EMPTY: readonly number[] = [];

/**
 * Inverted index from character bigrams to texts. A search scans only the texts that contain the rarest bigram of the
 * query.
 */
export class BigramIndex {
  readonly #texts = new Map<string, number[]>();

  /** Texts must be added in ascending order of their number. */
  add(text: number, key: string): void {
    for (let i = 0; i < key.length; i += 1) {
      this.addGram(text, key.charAt(i));
      if (i + 1 < key.length) this.addGram(text, key.slice(i, i + 2));
    }
  }

  addGram(text: number, gram: string): void {
    const texts = this.#texts.get(gram);
    if (texts === undefined) this.#texts.set(gram, [text]);
    else if (texts.at(-1) !== text) texts.push(text);
  }

  textsWith(gram: string): readonly number[] {
    return this.#texts.get(gram) ?? EMPTY;
  }

  /** Returns a superset of the texts that contain the string, in ascending order. */
  findCandidates(string: string): readonly number[] {
    if (string.length === 1) return this.textsWith(string);
    let rarest: readonly number[] | undefined;
    for (let i = 0; i + 1 < string.length; i += 1) {
      const texts = this.#texts.get(string.slice(i, i + 2));
      if (texts === undefined) return EMPTY;
      if (rarest === undefined || texts.length < rarest.length) rarest = texts;
    }
    return rarest ?? EMPTY;
  }
}
