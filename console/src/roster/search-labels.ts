import { disassemble } from 'es-hangul';
import { foldName } from '../../../game/text-folding.ts';
import {
  type AttributeConditions,
  type AttributeValue,
  CONDITION_ATTRIBUTES,
  type KnownLabels,
  toConditions,
} from './attribute-conditions.ts';

/** What a query says of attributes, and the words that are no labels. */
export interface LabelQuery {
  readonly conditions: AttributeConditions;
  readonly rest: string;
  /** Whether the rest is one last word that is too short to be the beginning of a label. */
  readonly isUnfinished: boolean;
}

interface IndexedLabel extends AttributeValue {
  readonly key: string;
}

const LANGUAGES = ['ko', 'ja', 'en'] as const;
/** "Problem Solver 68" is three words. */
const MAX_LABEL_WORDS = 4;
const MIN_LATIN_PREFIX = 3;
const MIN_PREFIX = 2;
const ONLY_LATIN = /^[a-z0-9]+$/;
/** ★3, 3★, 3성 and 星3. */
const STARS = /^(?:[★☆星]([1-5])|([1-5])(?:[★☆]|성|星))$/;

/** Decomposed, so that a syllable that is still being typed begins the label too. */
const toLabelKey = (text: string): string => disassemble(foldName(text));

/** Finds labels of attributes, in any of their languages, among the words of a query. */
export function createLabelSearch(labels: KnownLabels): (query: string) => LabelQuery {
  const indexed = CONDITION_ATTRIBUTES.flatMap((attribute) =>
    Object.entries((attribute === 'star' ? undefined : labels[attribute]) ?? {}).flatMap(([value, label]) =>
      LANGUAGES.map((language): IndexedLabel => ({ attribute, value, key: toLabelKey(label[language]) })),
    ),
  );
  return (query) => {
    const words = query.split(/\s+/).filter((word) => foldName(word) !== '' || STARS.test(word));
    const found: AttributeValue[] = [];
    const rest: string[] = [];
    for (let at = 0; at < words.length; ) {
      const { values, count } = findLongest(indexed, words.slice(at, at + MAX_LABEL_WORDS));
      if (count === 0) rest.push(words[at] as string);
      found.push(...values);
      at += Math.max(count, 1);
    }
    return {
      conditions: toConditions(found),
      rest: rest.join(' '),
      isUnfinished: rest.length === 1 && rest[0] === words.at(-1) && isTooShort(foldName(rest[0] as string)),
    };
  };
}

const isTooShort = (word: string): boolean =>
  word.length < (ONLY_LATIN.test(word) ? MIN_LATIN_PREFIX : MIN_PREFIX);

/** The values that the most words at the beginning name together. */
function findLongest(
  labels: readonly IndexedLabel[],
  words: readonly string[],
): { values: readonly AttributeValue[]; count: number } {
  for (let count = words.length; count > 0; count -= 1) {
    const values = findValues(labels, words.slice(0, count).join(' '));
    if (values.length > 0) return { values, count };
  }
  return { values: [], count: 0 };
}

/** A whole label comes before the beginning of others. Of several attributes the first one is meant. */
function findValues(labels: readonly IndexedLabel[], text: string): AttributeValue[] {
  const [, starsAfter, starsBefore] = STARS.exec(text) ?? [];
  const stars = starsAfter ?? starsBefore;
  if (stars !== undefined) return [{ attribute: 'star', value: stars }];
  const word = foldName(text);
  if (word.length < MIN_PREFIX) return [];
  const key = toLabelKey(text);
  const whole = labels.filter((label) => label.key === key);
  const matching =
    whole.length > 0 || isTooShort(word) ? whole : labels.filter((label) => label.key.startsWith(key));
  return matching.filter(({ attribute }) => attribute === matching[0]?.attribute);
}
