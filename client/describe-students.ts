import type { CatalogueStudent } from './catalogue.ts';

const MAX_LISTED_NAMES = 20;

export function listNames(students: readonly CatalogueStudent[], language: 'ko' | 'en' = 'en'): string {
  const listed = students.slice(0, MAX_LISTED_NAMES);
  const names = listed.map(({ studentUid, names }) => `${names[language]} (${studentUid})`).join(', ');
  return listed.length < students.length ? `${names}, …` : names;
}

/** For a student whom the catalogue lacks. Empty if nobody says of which day it is. */
export const noteCatalogueDate = (date: string | undefined): string[] =>
  date === undefined ? [] : [`The catalogue is of ${date} and lacks newer students.`];
