import type { GrowthFacts, ItemFacts } from '../../game/growth-facts.ts';
import { foldName, foldText, SEPARATORS } from '../../game/text-folding.ts';
import type { CatalogueStudent } from '../catalogue.ts';
import { diceCoefficient, findByName, pairsOf } from '../find-by-name.ts';
import { GROUP_WORDS, KIND_WORDS, tierWords } from './item-words.ts';

/** What names are found with. */
export interface NamedItems extends Pick<GrowthFacts, 'items' | 'labels'> {
  readonly students: readonly CatalogueStudent[];
  /** The IDs of items by what the player calls them. */
  readonly names?: Readonly<Record<string, string>> | undefined;
}

/** The item that a text names, or those that it may mean. */
export interface FoundItem {
  readonly itemId?: string | undefined;
  readonly candidates: readonly string[];
}

/** A longer text names nothing. */
const MAX_NAME_LENGTH = 100;
const MAX_CANDIDATES = 5;
/** Names for which similar ones are looked for, which takes a millisecond each. */
const MAX_SIMILAR = 100;
const MIN_SIMILARITY = 0.35;
/** Ways to divide a name into words. Names of items have a handful. */
const MAX_STEPS = 60;
const GAME_KEY = /^(?:(item)|(equipment|equip))[ _-]?(\d+)$/i;
const OWNER_OF_ELEPH = [
  /^(.+?) ?(?:'s|’s|의|の)? ?(?:엘레프|신명 ?문자|elephs?|神名文字|神名のカケラ)$/iu,
  /^(?:엘레프|신명 ?문자|elephs?(?: of)?|神名文字) ?(.+)$/iu,
];
const NOTHING: FoundItem = { candidates: [] };

/** A word of the vocabulary: whose items it can mean, and whether it says more than a part of an official name does. */
interface Word {
  readonly items: Set<string>;
  isStructural: boolean;
}

/** The items that have all words of a text. */
interface Division {
  readonly items: readonly string[];
  readonly isStructural: boolean;
}

/** Finds items by ID, by official name, and by any words for their kind, group and tier that leave one of them. */
export class ItemFinder {
  readonly #facts: NamedItems;
  readonly #byName = new Map<string, Set<string>>();
  readonly #own: ReadonlyMap<string, string>;
  readonly #words = new Map<string, Word>();
  /** The words by their first letter, the longest first. */
  readonly #wordsFrom: Map<string, [text: string, word: Word][]>;
  readonly #found = new Map<string, FoundItem>();
  readonly #pairs: [itemId: string, pairs: ReadonlySet<string>][] = [];
  #similar = 0;

  constructor(facts: NamedItems) {
    this.#facts = facts;
    this.#own = new Map(Object.entries(facts.names ?? {}).map(([name, id]) => [foldName(name), id]));
    for (const [itemId, item] of Object.entries(facts.items)) this.#addItem(itemId, item);
    const sorted = [...this.#words].sort(([a], [b]) => b.length - a.length);
    this.#wordsFrom = Map.groupBy(sorted, ([text]) => text.charAt(0));
  }

  /** A text that names one item only in part, or several, has candidates. */
  find(name: string): FoundItem {
    const text = name
      .slice(0, MAX_NAME_LENGTH + 1)
      .replace(/\s+/g, ' ')
      .trim();
    if (text === '' || text.length > MAX_NAME_LENGTH) return NOTHING;
    const found = this.#found.get(text) ?? this.#look(text);
    this.#found.set(text, found);
    return found;
  }

  #addItem(itemId: string, item: ItemFacts): void {
    const names = Object.values(item.names);
    for (const name of names) {
      const key = foldName(name);
      this.#byName.set(key, (this.#byName.get(key) ?? new Set()).add(itemId));
      this.#pairs.push([itemId, pairsOf(key)]);
    }
    // A student is found as such.
    if (item.kind === 'eleph') return;
    const labels = Object.values(this.#facts.labels).flatMap((groups) =>
      Object.values(groups[item.group ?? ''] ?? {}),
    );
    const own = (GROUP_WORDS[item.group ?? ''] ?? '').split('|');
    const structural = [
      ...KIND_WORDS[item.kind].split('|'),
      ...tierWords(item),
      ...labels,
      ...labels.flatMap(divide),
      ...own,
    ];
    for (const word of structural) this.#addWord(word, itemId, true);
    for (const word of names.flatMap(divide)) this.#addWord(word, itemId, false);
  }

  #addWord(text: string, itemId: string, isStructural: boolean): void {
    const key = foldName(text);
    if (key === '') return;
    const word = this.#words.get(key) ?? { items: new Set(), isStructural };
    word.items.add(itemId);
    word.isStructural ||= isStructural;
    this.#words.set(key, word);
  }

  #look(text: string): FoundItem {
    const { items } = this.#facts;
    const key = foldName(text);
    const own = this.#own.get(key);
    if (own !== undefined && Object.hasOwn(items, own)) return { itemId: own, candidates: [] };
    const id = idOf(text.replace(/^["'([]+/, ''));
    if (Object.hasOwn(items, id)) return { itemId: id, candidates: [] };
    const [named, ...others] = this.#byName.get(key) ?? [];
    if (named !== undefined)
      return others.length === 0 ? { itemId: named, candidates: [] } : { candidates: [named, ...others] };
    return (
      this.#lookForEleph(text) ??
      this.#lookForWords(text, key) ?? { candidates: this.#findSimilar(text, key) }
    );
  }

  #lookForEleph(text: string): FoundItem | undefined {
    const owner = OWNER_OF_ELEPH.map((pattern) => pattern.exec(text)?.[1]).find((name) => name !== undefined);
    if (owner === undefined) return undefined;
    const elephs = this.#elephsOf(owner, this.#similar++ < MAX_SIMILAR);
    return elephs.isSure ? { itemId: elephs.ids[0], candidates: [] } : { candidates: elephs.ids };
  }

  #elephsOf(name: string, suggests: boolean): { ids: string[]; isSure: boolean } {
    const { matches, nearest } = findByName(name, this.#facts.students, suggests);
    const ids = (matches.length > 0 ? matches : nearest)
      .map(({ studentUid }) => studentUid)
      .filter((uid) => this.#facts.items[uid]?.kind === 'eleph');
    return { ids: ids.slice(0, MAX_CANDIDATES), isSure: matches.length === 1 && ids.length === 1 };
  }

  #lookForWords(text: string, key: string): FoundItem | undefined {
    const breaks = listBreaks(text);
    const division = this.#divide(key, breaks, false) ?? this.#divide(key, breaks, true);
    if (division === undefined) return undefined;
    const [itemId, ...others] = division.items;
    if (itemId === undefined) return undefined;
    const isSure = others.length === 0 && (division.isStructural || this.#isWholeName(key, itemId));
    return isSure ? { itemId, candidates: [] } : { candidates: division.items.slice(0, MAX_CANDIDATES) };
  }

  /** All words of an official name in any order. */
  #isWholeName = (key: string, itemId: string): boolean =>
    Object.values(this.#facts.items[itemId]?.names ?? {}).some(
      (name) => foldName(name).length === key.length,
    );

  /**
   * Divides the whole text into words that some item has all of. Unless they are glued, no word goes over a space and ends amid
   * letters: `BD SR` is no `BDs R`. Glued to Latin letters, the quality is a guess: `notessr`.
   */
  #divide(key: string, breaks: ReadonlySet<number>, isGlued: boolean): Division | undefined {
    let steps = 0;
    const isAmid = (edge: number) => !breaks.has(edge) && IS_LATIN.test(key.slice(edge - 1, edge + 1));
    const isDivided = (at: number, end: number): boolean => {
      if (IS_QUALITY.test(key.slice(at, end)) && (isAmid(at) || isAmid(end))) return false;
      if (isGlued || (breaks.has(at) && breaks.has(end))) return true;
      for (let edge = at + 1; edge < end; edge += 1) if (breaks.has(edge)) return false;
      return true;
    };
    const divideFrom = (
      at: number,
      left: readonly string[] | undefined,
      isStructural: boolean,
    ): Division | undefined => {
      if (at === key.length) return left && { items: left, isStructural };
      for (const [text, word] of this.#wordsFrom.get(key.charAt(at)) ?? []) {
        if (!key.startsWith(text, at) || !isDivided(at, at + text.length)) continue;
        steps += 1;
        if (steps > MAX_STEPS) return undefined;
        const both = left === undefined ? [...word.items] : left.filter((id) => word.items.has(id));
        if (both.length === 0) continue;
        const found = divideFrom(at + text.length, both, isStructural || word.isStructural);
        if (found !== undefined) return found;
      }
      return undefined;
    };
    return divideFrom(0, undefined, false);
  }

  /** By the words that are known, and by similar names. */
  #findSimilar(text: string, key: string): string[] {
    this.#similar += 1;
    if (this.#similar > MAX_SIMILAR) return [];
    const known = new Map<string, number>();
    for (let at = 0; at < key.length; ) {
      const [word, { items }] = this.#wordsFrom
        .get(key.charAt(at))
        ?.find(([word]) => key.startsWith(word, at)) ?? [' ', { items: [] }];
      for (const id of items) known.set(id, (known.get(id) ?? 0) + word.length / key.length);
      at += word.length;
    }
    const typed = pairsOf(key);
    const best = new Map<string, number>();
    for (const [id, pairs] of this.#pairs)
      best.set(id, Math.max(best.get(id) ?? 0, diceCoefficient(typed, pairs) + (known.get(id) ?? 0)));
    const similar = [...best].filter(([, rate]) => rate >= MIN_SIMILARITY).sort(([, a], [, b]) => b - a);
    const students = this.#elephsOf(text, false).ids;
    return [...new Set([...students, ...similar.slice(0, MAX_CANDIDATES).map(([id]) => id)])].slice(
      0,
      MAX_CANDIDATES,
    );
  }
}

const IS_LATIN = /^[a-z]{2}$/;
const IS_QUALITY = /^(?:n|r|sr|ssr)$/;

/** The places in a folded text where a separator was, and its ends. */
function listBreaks(text: string): ReadonlySet<number> {
  const breaks = new Set([0]);
  let at = 0;
  for (const part of foldText(text).split(SEPARATORS)) {
    at += part.length;
    breaks.add(at);
  }
  return breaks;
}

const divide = (name: string): string[] => name.split(/[\s()（）]+/).filter((word) => word.length > 1);

/** IDs of equipment begin with an e. */
function idOf(text: string): string {
  const [, , equipment, digits] = GAME_KEY.exec(text) ?? [];
  return digits === undefined ? text.toLowerCase() : equipment === undefined ? digits : `e${digits}`;
}
