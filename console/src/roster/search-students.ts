import type { CatalogueStudent } from '../../../client/catalogue.ts';
import { NameIndex, namesOf } from '../../../game/name-index.ts';

/** The service's own search, over a catalogue in the browser. Returns places in the catalogue, the best match first. */
export function createStudentSearch(students: readonly CatalogueStudent[]): (query: string) => number[] {
  const index = new NameIndex(students.length);
  const numberByUid = new Map<string, number>();
  for (const [number, student] of students.entries()) {
    for (const uid of [student.studentUid, ...student.forms]) numberByUid.set(uid, number);
    for (const name of namesOf(student)) index.add(number, name);
  }
  return (query) => {
    const exact = numberByUid.get(query.trim());
    const byName = index.search(query);
    return exact === undefined ? byName : [exact, ...byName.filter((number) => number !== exact)];
  };
}
