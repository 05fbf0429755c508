import { foreignNotices, readForeignState } from './foreign-fields.ts';
import { ownValue } from './parse-json.ts';
import { findSave } from './planner.ts';
import type { StatedRow } from './read-row.ts';
import type { RosterReader } from './roster-reader.ts';

/** The id of a student that the scanner did not recognize. */
const UNRECOGNIZED = 'N/A';

/** Reads `students_final_values.json` and the raw `scanned_students.json`. */
export const readBaScanner: RosterReader = (text) => {
  const characters = text.kind === 'json' ? ownValue(text.value, 'characters') : undefined;
  if (!Array.isArray(characters) || findSave(text) !== undefined) return undefined;
  return { rows: readCharacters(characters), warnings: foreignNotices('planner') };
};

function* readCharacters(characters: unknown[]): Generator<StatedRow> {
  for (const character of characters) {
    const id = ownValue(character, 'id');
    yield {
      uid: id === UNRECOGNIZED ? undefined : id,
      name: ownValue(character, 'name'),
      ...readForeignState('planner', ownValue(character, 'current')),
    };
  }
}
