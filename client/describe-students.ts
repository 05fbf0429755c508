import type { CatalogueStudent } from './catalogue.ts';

export const listNames = (students: readonly CatalogueStudent[], language: 'ko' | 'en' = 'en'): string =>
  students.map(({ studentUid, names }) => `${names[language]} (${studentUid})`).join(', ');

/** For a student whom the catalogue lacks. Empty if nobody says of which day it is. */
export const noteCatalogueDate = (date: string | undefined): string[] =>
  date === undefined ? [] : [`The catalogue is of ${date} and lacks newer students.`];
