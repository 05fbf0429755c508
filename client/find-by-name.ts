import { MAX_NAME_LENGTH } from '../contract/request-limits.ts';
import { CostumeNames, type CostumeReading } from '../game/costume-names.ts';
import { splitName } from '../game/student-name.ts';
import { foldName } from '../game/text-folding.ts';
import type { CatalogueStudent } from './catalogue.ts';

/** The students that a text names. */
export interface NameMatches {
  /** By a UID or name; if there is none, by an alias; or else the one student in the costume that is named. */
  readonly matches: readonly CatalogueStudent[];
  /**
   * Without a match, those who may be meant: by short words for a student and a costume, or else by similar names, the most
   * similar first. Nobody in another costume than the text may have.
   */
  readonly nearest: readonly CatalogueStudent[];
}

/** Unknown names for which similar ones are looked for, which takes a millisecond each. */
export const MAX_SUGGESTIONS = 10;
const MAX_NEAREST = 3;
/** Names that have only their costume in common stay below. */
const MIN_SIMILARITY = 0.4;

/** A text that is longer than any name matches nothing. Similar names are looked for only if `suggests`. */
export function findByName(
  text: string,
  students: readonly CatalogueStudent[],
  suggests = true,
): NameMatches {
  if (text.length > MAX_NAME_LENGTH) return { matches: [], nearest: [] };
  const key = foldName(text);
  const named = students.filter((student) => keysOf(student).names.includes(key));
  const matches =
    named.length > 0 ? named : students.filter((student) => keysOf(student).aliases.includes(key));
  if (matches.length > 0) return { matches, nearest: [] };
  const reading = costumesOf(students).read(text);
  if (reading.student !== undefined) return { matches: [reading.student], nearest: [] };
  return { matches, nearest: suggests ? findNearest(key, students, reading) : [] };
}

const cachedCostumes = new WeakMap<readonly CatalogueStudent[], CostumeNames<CatalogueStudent>>();

function costumesOf(students: readonly CatalogueStudent[]): CostumeNames<CatalogueStudent> {
  const cached = cachedCostumes.get(students) ?? new CostumeNames(students);
  cachedCostumes.set(students, cached);
  return cached;
}

/** The UIDs, names and aliases of a student in the form in which they are compared. */
interface StudentKeys {
  readonly names: readonly string[];
  readonly aliases: readonly string[];
  /** The letter pairs of each name and alias. UIDs have none: they are like nothing that is typed. */
  readonly pairs: readonly ReadonlySet<string>[];
  readonly costume: string | undefined;
  /** The letter pairs of each name without the costume. */
  readonly ownPairs: readonly ReadonlySet<string>[];
}

/** Many names are looked up in one catalogue. */
const cachedKeys = new WeakMap<CatalogueStudent, StudentKeys>();

function keysOf(student: CatalogueStudent): StudentKeys {
  const cached = cachedKeys.get(student);
  if (cached !== undefined) return cached;
  const { studentUid, forms } = student;
  const names = Object.values(student.names).map(foldName);
  const aliases = student.aliases.map(foldName);
  const keys = {
    names: [...[studentUid, ...forms].map(foldName), ...names],
    aliases,
    pairs: [...names, ...aliases].map(pairsOf),
    costume: CostumeNames.costumeOf(student),
    ownPairs: Object.values(student.names).map((name) => pairsOf(foldName(splitName(name).own))),
  };
  cachedKeys.set(student, keys);
  return keys;
}

function findNearest(
  key: string,
  students: readonly CatalogueStudent[],
  { candidates, isUnmet, beside, isInCostume }: CostumeReading<CatalogueStudent>,
): CatalogueStudent[] {
  if (candidates.length > 0 || isUnmet) return candidates.slice(0, MAX_NEAREST);
  const typed = pairsOf(key);
  const rate = ({ pairs, ownPairs, costume }: StudentKeys): number => {
    if (costume === undefined) return isInCostume ? 0 : mostSimilar(typed, pairs);
    const own = beside.get(costume);
    return own === undefined ? 0 : Math.max(mostSimilar(typed, pairs), mostSimilar(pairsOf(own), ownPairs));
  };
  return students
    .map((student) => ({ student, similarity: rate(keysOf(student)) }))
    .filter(({ similarity }) => similarity >= MIN_SIMILARITY)
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, MAX_NEAREST)
    .map(({ student }) => student);
}

const mostSimilar = (typed: ReadonlySet<string>, names: readonly ReadonlySet<string>[]): number =>
  names.reduce((most, name) => Math.max(most, diceCoefficient(typed, name)), 0);

/** One letter can fold into many, so the text that was typed may have far more pairs than a name. */
export function diceCoefficient(typed: ReadonlySet<string>, name: ReadonlySet<string>): number {
  let shared = 0;
  for (const pair of name) if (typed.has(pair)) shared += 1;
  return (2 * shared) / (typed.size + name.size);
}

/** Each two letters that follow each other, with both ends of the text. Korean syllables are taken apart. */
export function pairsOf(key: string): Set<string> {
  const letters = [' ', ...key.normalize('NFD'), ' '];
  return new Set(letters.slice(1).map((letter, i) => `${letters[i]}${letter}`));
}
