import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { UserError } from '../user-error.ts';
import type { CatalogueEntry, ImportedEntry, Language } from './catalogue-entry.ts';

/** SchaleDB's largest file has 3 MiB, and the largest catalogue that may be imported has 7. */
const MOST_BYTES = 16 * 1024 * 1024;

/** SchaleDB's names for its folders, one a language. */
const FOLDERS: Record<string, Language> = { kr: 'ko', jp: 'ja', en: 'en' };
export const FOLDER_NAMES = Object.keys(FOLDERS);

/** What this program reads of a student in SchaleDB's `students.json`. */
interface SchaleStudent {
  Id: number;
  Name: string;
  SearchTags?: string[];
  DefaultOrder?: number;
}

/** Reads one file of our own format, or SchaleDB's of one to three languages, beside the catalogue that is known. */
export function readCatalogueFiles(
  paths: readonly string[],
  languages: readonly string[],
  known: readonly CatalogueEntry[],
): ImportedEntry[] {
  const files = paths.map((path) => ({ path, data: parsed(path) }));
  const [first] = files;
  if (first !== undefined && files.length === 1 && isOwn(first.data))
    return withKnownAliases(first.data, known);
  const byLanguage = new Map<Language, SchaleStudent[]>();
  for (const [i, { path, data }] of files.entries()) {
    if (isOwn(data)) throw new UserError(`${path} is a whole catalogue in our own format. Import it alone.`);
    const students = schaleStudents(path, data);
    const language = languageOf(path, languages[i]);
    if (byLanguage.has(language))
      throw new UserError(`${path} is a second file of the same language. Name one file a language.`);
    byLanguage.set(language, students);
  }
  return merged(byLanguage, known);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parsed(path: string): unknown {
  let bytes: Buffer;
  try {
    const about = statSync(path);
    if (!about.isFile()) throw new UserError(`${path} is not a file.`);
    if (about.size > MOST_BYTES)
      throw new UserError(`The file ${path} is larger than ${MOST_BYTES / 1024 / 1024} MiB.`);
    bytes = readFileSync(path);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`The file ${path} cannot be read: ${(error as NodeJS.ErrnoException).code}.`);
  }
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (error) {
    throw new UserError(`The file ${path} is not JSON in UTF-8: ${(error as Error).message}.`);
  }
}

const isOwn = (data: unknown): data is ImportedEntry[] =>
  Array.isArray(data) && data.some((entry) => entry?.uid !== undefined);

/** Ours stay unless the file brings its own, be it an empty list. */
function withKnownAliases(entries: ImportedEntry[], known: readonly CatalogueEntry[]): ImportedEntry[] {
  const before = new Map(known.map((entry) => [entry.uid, entry]));
  return entries.map((entry) => {
    const { aliases, otherForms } = before.get(entry?.uid) ?? {};
    return { ...(aliases && { aliases }), ...(otherForms && { otherForms }), ...entry };
  });
}

function languageOf(path: string, said: string | undefined): Language {
  const name = said ?? basename(dirname(resolve(path)));
  const language = FOLDERS[name];
  if (language === undefined)
    throw new UserError(
      `The language of ${path} is not known. Put it into a folder ${FOLDER_NAMES.join(', ')}, or say --language.`,
    );
  return language;
}

/** An array, or an object keyed by id. */
function schaleStudents(path: string, data: unknown): SchaleStudent[] {
  if (typeof data !== 'object' || data === null)
    throw new UserError(`${path} is neither our own format nor SchaleDB's.`);
  return Object.entries(data).map(([key, student]) => {
    const where = `${path}: entry ${key}${Number.isInteger(student?.Id) ? ` (Id ${student.Id})` : ''}`;
    if (!Number.isInteger(student?.Id)) throw new UserError(`${where}: Id must be a whole number.`);
    if (typeof student.Name !== 'string' || student.Name.trim() === '')
      throw new UserError(`${where}: Name must be a non-empty string.`);
    if (
      student.SearchTags !== undefined &&
      !(
        Array.isArray(student.SearchTags) &&
        student.SearchTags.every((tag: unknown) => typeof tag === 'string')
      )
    )
      throw new UserError(`${where}: SearchTags must be an array of strings.`);
    return student as SchaleStudent;
  });
}

/** One entry a student of any file; names of a language that no file brings, aliases and forms stay as they are known. */
function merged(
  byLanguage: ReadonlyMap<Language, SchaleStudent[]>,
  known: readonly CatalogueEntry[],
): ImportedEntry[] {
  const before = new Map(known.map((entry) => [entry.uid, entry]));
  const formOf = new Map(
    known.flatMap(({ uid, otherForms = [] }) => otherForms.map((form) => [form, uid] as const)),
  );
  const students = new Map<string, { names: ImportedEntry['names']; tags: Set<string>; order: number }>();
  for (const [language, list] of byLanguage)
    for (const { Id, Name, SearchTags = [], DefaultOrder = Number.MAX_SAFE_INTEGER } of list) {
      const uid = String(Id);
      const student = students.get(uid) ?? {
        names: {},
        tags: new Set(before.get(uid)?.aliases),
        order: DefaultOrder,
      };
      if (student.names[language] !== undefined) throw new UserError(`Id ${uid} is there twice in one file.`);
      student.names[language] = Name.trim();
      for (const tag of SearchTags) if (tag.trim() !== '') student.tags.add(tag.trim());
      students.set(uid, student);
    }
  return (
    [...students]
      // SchaleDB lists other forms as students of their own; ours stand with their representative.
      .filter(([uid]) => !students.has(formOf.get(uid) ?? ''))
      .sort(([, a], [, b]) => a.order - b.order)
      .map(([uid, { names, tags }]) => {
        const { names: namesBefore, otherForms } = before.get(uid) ?? {};
        return {
          uid,
          names: { ...namesBefore, ...names },
          aliases: [...tags],
          ...(otherForms && { otherForms }),
        };
      })
  );
}
