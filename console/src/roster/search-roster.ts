import type { CatalogueStudent } from '../../../client/catalogue.ts';
import { type AttributeConditions, createCondition, type KnownLabels } from './attribute-conditions.ts';
import { createLabelSearch } from './search-labels.ts';
import { createStudentSearch } from './search-students.ts';

export interface FoundStudents {
  /** Places in the catalogue, the best match first. */
  readonly places: readonly number[];
  /** What the query was taken to say of attributes. */
  readonly understood: AttributeConditions;
}

/** Finds students by name, and after those by labels of their attributes, with what is left of the query as a name. */
export function createRosterSearch(
  students: readonly CatalogueStudent[],
  labels: KnownLabels,
): (query: string) => FoundStudents {
  const findNames = createStudentSearch(students);
  const readLabels = createLabelSearch(labels);
  const everyPlace = students.map((_, place) => place);
  return (query) => {
    const byName = findNames(query);
    const { conditions, rest, isUnfinished } = readLabels(query);
    if (Object.keys(conditions).length === 0) return { places: byName, understood: {} };
    const meetsConditions = createCondition(conditions);
    const choose = (places: readonly number[]) =>
      places.filter((place) => meetsConditions(students[place]?.attributes ?? {}));
    const named = choose(rest === '' ? everyPlace : findNames(rest));
    const byLabel = named.length === 0 && isUnfinished ? choose(everyPlace) : named;
    const places = [...new Set([...byName, ...byLabel])];
    const isOnlyNames = byName.length > 0 && places.length === byName.length;
    return { places, understood: isOnlyNames ? {} : conditions };
  };
}
