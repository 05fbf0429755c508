import { namesOf } from '../../game/name-index.ts';
import { splitCostume } from '../../game/student-name.ts';
import { foldName } from '../../game/text-folding.ts';
import { type CatalogueEntry, MAX_ALIASES_PER_ENTRY } from './catalogue-entry.ts';

/** Korean players also call these costumes by other syllables than their first: 정월, 뉴이어, 운동복, 클스마스, 치어, 임전, 알바. */
const OTHER_SYLLABLES: Readonly<Record<string, string>> = {
  새해: '정뉴',
  체육복: '운',
  크리스마스: '클',
  응원단: '치',
  무장: '임',
  아이돌: '돌',
  아르바이트: '알',
};

/** English names of one costume, in the game, in SchaleDB and in the planner. */
const ENGLISH_COSTUMES: readonly (readonly string[])[] = [
  ['Battle', 'Armed'],
  ['Bunny', 'Bunny Girl'],
  ['Camping', 'Camp'],
  ['Cheer Squad', 'Cheerleader'],
  ['Cycling', 'Riding'],
  ['Idol', 'Pop Idol'],
  ['Pajama', 'Pajamas'],
  ['School Uniform', 'School'],
  ['Small', 'Kid'],
  ['Track', 'Sportswear'],
];

/** A name of two syllables stays whole: 수히나, 정아루. */
const SHORTENED_LENGTH = 3;
/** 유우 and 후우: a long vowel, which a short name leaves out. */
const LONG_VOWEL = /^([구누두루무부수우주쿠투푸후규뉴류뮤뷰슈유쥬큐튜퓨휴])우/;

/**
 * Adds what players call students in costume: a syllable of the costume and the name, whole or without its first
 * syllable (수호시노, 수시노), and the other English names of the costume. An alias that two students would have, or that
 * is a name or alias of another one already, is left out.
 */
export function addCostumeAliases(entries: readonly CatalogueEntry[]): CatalogueEntry[] {
  const owners = new Map<string, Set<CatalogueEntry>>();
  const claim = (entry: CatalogueEntry, name: string) => {
    const key = foldName(name);
    owners.set(key, (owners.get(key) ?? new Set()).add(entry));
  };
  for (const entry of entries) for (const name of namesOf(entry)) claim(entry, name);
  const isFree = (entry: CatalogueEntry, name: string) =>
    owners
      .get(foldName(name))
      ?.values()
      .every((owner) => owner === entry) ?? true;
  const englishNames = findEnglishNames(entries);
  const added = new Map<CatalogueEntry, string[]>(entries.map((entry) => [entry, []]));
  // 수사키 is 사키(수영복): a whole name goes before the short one of 미사키(수영복).
  for (const compose of COMPOSERS) {
    const composed = entries.map((entry) => {
      const free = compose(entry, englishNames).filter((name) => isFree(entry, name));
      return { entry, free };
    });
    for (const { entry, free } of composed) for (const name of free) claim(entry, name);
    for (const { entry, free } of composed)
      added.get(entry)?.push(...free.filter((name) => isFree(entry, name)));
  }
  return entries.map((entry) => ({
    ...entry,
    aliases: addNew(entry.aliases, added.get(entry) ?? [], Object.values(entry.names)),
  }));
}

/**
 * Takes away what `addCostumeAliases` has once added where a source now tells it of another student, and of that one alone.
 * `told` has the aliases of a source by UID.
 */
export function dropAliasesToldOfOthers(
  entries: readonly CatalogueEntry[],
  told: ReadonlyMap<string, readonly string[]>,
): CatalogueEntry[] {
  const owners = new Map<string, Set<string>>();
  for (const [uid, aliases] of told)
    for (const key of aliases.map(foldName)) owners.set(key, (owners.get(key) ?? new Set()).add(uid));
  const isOthers = ({ uid }: CatalogueEntry, alias: string) =>
    owners.get(foldName(alias))?.has(uid) === false;
  const englishNames = findEnglishNames(entries);
  const isAdded = (entry: CatalogueEntry, alias: string) =>
    COMPOSERS.some((compose) => compose(entry, englishNames).includes(alias));
  return entries.map((entry) => {
    const aliases = entry.aliases.filter((alias) => !(isOthers(entry, alias) && isAdded(entry, alias)));
    return aliases.length === entry.aliases.length ? entry : { ...entry, aliases };
  });
}

type EnglishNames = ReadonlyMap<string, readonly string[]>;

const findEnglishNames = (entries: readonly CatalogueEntry[]): EnglishNames =>
  new Map(entries.map((entry) => [entry.names.ko, latinNamesOf(entry)]));

function composeWhole({ names }: CatalogueEntry): string[] {
  const { own, costume = '' } = splitCostume(names.ko);
  return syllablesOf(costume, own.length < SHORTENED_LENGTH).map((syllable) => syllable + own);
}

function composeShort({ names }: CatalogueEntry): string[] {
  const { own, costume = '' } = splitCostume(names.ko);
  if (own.length < SHORTENED_LENGTH) return [];
  const shortNames = [own.slice(1), ...(LONG_VOWEL.test(own) ? [own.replace(LONG_VOWEL, '$1')] : [])];
  return syllablesOf(costume, true).flatMap((syllable) => shortNames.map((short) => syllable + short));
}

function composeEnglish({ names }: CatalogueEntry, englishNames: EnglishNames): string[] {
  const { own, costume } = splitCostume(names.en);
  if (costume === undefined) return [];
  const ownNames = new Set([own, ...(englishNames.get(splitCostume(names.ko).own) ?? [])]);
  const costumes = ENGLISH_COSTUMES.find((alike) => alike.includes(costume)) ?? [costume];
  return [...ownNames].flatMap((name) => costumes.map((worn) => `${name} (${worn})`));
}

/** Each goes before the next. */
const COMPOSERS = [composeWhole, composeShort, composeEnglish];

function syllablesOf(costume: string, withOthers: boolean): string[] {
  const [first] = costume;
  return first === undefined ? [] : [first, ...((withOthers && OTHER_SYLLABLES[costume]) || '')];
}

const latinNamesOf = (entry: CatalogueEntry): string[] =>
  [...namesOf(entry)].filter((name) => /^[\p{Script=Latin}\p{M}]+$/u.test(name));

const addNew = (known: readonly string[], added: readonly string[], names: readonly string[]): string[] => {
  const keys = new Set([...known, ...names].map(foldName));
  return [...known, ...added.filter((name) => !keys.has(foldName(name)) && keys.add(foldName(name)))].slice(
    0,
    Math.max(known.length, MAX_ALIASES_PER_ENTRY),
  );
};
