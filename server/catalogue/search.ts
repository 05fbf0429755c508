import type { CatalogueEntry } from './catalogue.ts';

/** A name or alias as it is compared, and where its words start in that. */
interface Text {
  key: string;
  wordStarts: readonly number[];
}

interface Indexed {
  uid: string;
  /** The search result, ready to be answered. */
  summary: string;
  texts: readonly Text[];
}

/** How well a text matches; smaller is better. */
const EXACT = 1;
const PREFIX = 2;
const WORD_PREFIX = 3;
const SUBSTRING = 4;
const NO_MATCH = 9;

export function indexed(entries: readonly CatalogueEntry[]): readonly Indexed[] {
  return entries.map(({ uid, names, aliases }) => ({
    uid,
    summary: JSON.stringify({ studentUid: uid, name: names.ko }),
    texts: [names.ko, names.ja, names.en, ...aliases].map(comparable),
  }));
}

/** All that match, best first; equal matches keep the order of the catalogue. */
export function search(
  index: readonly Indexed[],
  query: string,
  representative: string | undefined,
): string[] {
  const { key } = comparable(query);
  const ranked: { rank: number; summary: string }[] = [];
  for (const { uid, summary, texts } of index) {
    const rank =
      uid === representative
        ? 0
        : key === ''
          ? NO_MATCH
          : Math.min(...texts.map((text) => rankOf(text, key)));
    if (rank !== NO_MATCH) ranked.push({ rank, summary });
  }
  return ranked.sort((a, b) => a.rank - b.rank).map(({ summary }) => summary);
}

function rankOf({ key, wordStarts }: Text, query: string): number {
  const at = key.indexOf(query);
  if (at === -1) return NO_MATCH;
  if (at === 0) return key.length === query.length ? EXACT : PREFIX;
  return wordStarts.some((start) => key.startsWith(query, start)) ? WORD_PREFIX : SUBSTRING;
}

const SEPARATOR = /[\p{Z}\p{P}\p{S}\p{C}]+/u;

/** NFKC, without case, hiragana as katakana, without what stands between words. */
export function comparable(text: string): Text {
  const words = katakana(text.normalize('NFKC').toLowerCase())
    .split(SEPARATOR)
    .filter((word) => word !== '');
  const wordStarts: number[] = [];
  let key = '';
  for (const word of words) {
    wordStarts.push(key.length);
    key += word;
  }
  return { key, wordStarts };
}

const katakana = (text: string): string =>
  text.replace(/[\u3041-\u3096]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60));
