import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { describeReadError } from '../errors/file-errors.ts';
import { UserError } from '../errors/user-error.ts';
import { type CatalogueData, completeData, type OwnFormat } from './catalogue-data.ts';
import type { CatalogueEntry, ImportedEntry, Language } from './catalogue-entry.ts';
import { addCostumeAliases } from './costume-aliases.ts';

/** SchaleDB's largest file has 3 MiB, and the largest allowed catalogue 7 MiB. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;

/** SchaleDB has one folder for each language. */
const LANGUAGE_BY_FOLDER: Record<string, Language> = { kr: 'ko', jp: 'ja', en: 'en' };
export const FOLDER_NAMES = Object.keys(LANGUAGE_BY_FOLDER);

/** The fields that we read of a student in SchaleDB's `students.json`. */
interface SchaleStudent {
  Id: number;
  Name: string;
  SearchTags?: string[];
  DefaultOrder?: number;
}

/** Reads one file in our own format, or one to three SchaleDB files, and fills gaps from the current catalogue. */
export function readCatalogueFiles(
  paths: readonly string[],
  languages: readonly string[],
  current: CatalogueData,
): CatalogueData {
  const files = paths.map((path) => ({ path, data: readJsonFile(path) }));
  const [first] = files;
  if (first !== undefined && files.length === 1 && isOwnFormat(first.data))
    return completeData(first.data, current);
  const byLanguage = new Map<Language, SchaleStudent[]>();
  for (const [i, { path, data }] of files.entries()) {
    if (isOwnFormat(data))
      throw new UserError(`${path} is a whole catalogue in our own format. Import it alone.`);
    const students = validateSchaleStudents(path, data);
    const language = languageOfFile(path, languages[i]);
    if (byLanguage.has(language))
      throw new UserError(`${path} is a second file of the same language. Name one file a language.`);
    byLanguage.set(language, students);
  }
  const complete = completeData(mergeLanguages(byLanguage, current.students), current);
  return { ...complete, students: addCostumeAliases(complete.students) };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function readJsonFile(path: string): unknown {
  let bytes: Buffer;
  try {
    const stats = statSync(path);
    if (!stats.isFile()) throw new UserError(`${path} is not a file.`);
    if (stats.size > MAX_FILE_BYTES)
      throw new UserError(`The file ${path} is larger than ${MAX_FILE_BYTES / 1024 / 1024} MiB.`);
    bytes = readFileSync(path);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(describeReadError(path, error), { cause: error });
  }
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (error) {
    throw new UserError(`The file ${path} is not JSON in UTF-8: ${(error as Error).message}.`);
  }
}

function isOwnFormat(data: unknown): data is OwnFormat {
  const students = Array.isArray(data) ? data : Object(data).students;
  return Array.isArray(students) && students.some((entry) => entry?.uid !== undefined);
}

function languageOfFile(path: string, option: string | undefined): Language {
  const name = option ?? basename(dirname(resolve(path)));
  const language = LANGUAGE_BY_FOLDER[name];
  if (language === undefined)
    throw new UserError(
      `The language of ${path} is not known. Put it into a folder ${FOLDER_NAMES.join(', ')}, or say --language.`,
    );
  return language;
}

/** Accepts an array or an object keyed by ID. */
function validateSchaleStudents(path: string, data: unknown): SchaleStudent[] {
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

/** Merges students by ID. Aliases, forms and the names of a missing language are kept from the current catalogue. */
function mergeLanguages(
  byLanguage: ReadonlyMap<Language, SchaleStudent[]>,
  current: readonly CatalogueEntry[],
): ImportedEntry[] {
  const before = new Map(current.map((entry) => [entry.uid, entry]));
  const formOf = new Map(
    current.flatMap(({ uid, otherForms = [] }) => otherForms.map((form) => [form, uid] as const)),
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
      // SchaleDB lists other forms as separate students; we store them with their representative.
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
