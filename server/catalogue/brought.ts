import type { CatalogueChanges } from './catalogue-changes.ts';

/** Students that are named; all are counted. */
const MAX_NAMED = 50;

/** The news of a refresh, as they are stored with its source. Students who are there now are named by their UIDs. */
export interface Brought {
  readonly at: number;
  readonly added: NamedStudents;
  readonly renamed: NamedStudents;
  /** By their names: the catalogue does not have them any more. */
  readonly removed: NamedStudents;
  /** Students of whom something other than the name has changed. */
  readonly retouched: number;
  readonly items: CatalogueChanges['items'];
}

interface NamedStudents {
  readonly count: number;
  readonly students: readonly string[];
}

/** Undefined if the source says nothing new. */
export function summarizeBrought(changes: CatalogueChanges, at: number): Brought | undefined {
  const { added, renamed, removed, retouched, items } = changes;
  if (added.length + renamed.length + removed.length + retouched.length + items.added + items.changed === 0)
    return undefined;
  const name = (students: readonly string[]): NamedStudents => ({
    count: students.length,
    students: students.slice(0, MAX_NAMED),
  });
  return {
    at,
    // The newest come last in a catalogue.
    added: name(added.map(({ uid }) => uid).toReversed()),
    renamed: name(renamed.map(({ uid }) => uid)),
    removed: name(removed.map((student) => student.name)),
    retouched: retouched.length,
    items,
  };
}
