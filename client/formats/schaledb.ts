import type { RecruitedStudent } from '../../contract/state-fields.ts';
import {
  foreignNotices,
  foreignPlaceholders,
  readForeignState,
  writeForeignState,
} from './foreign-fields.ts';
import { fillNulls } from './merge-state.ts';
import { isJsonObject, type JsonObject } from './parse-json.ts';
import type { StatedRow } from './read-row.ts';
import type { RosterReader } from './roster-reader.ts';
import type { RosterText } from './roster-text.ts';

/** Also reads the JSON without Base64. */
export const readSchaleDb: RosterReader = (text) => {
  const collection = findCollection(text);
  return (
    collection && {
      rows: readStudents(collection),
      warnings: foreignNotices('schaledb'),
      placeholders: foreignPlaceholders('schaledb'),
    }
  );
};

export function findCollection(text: RosterText): JsonObject | undefined {
  if (text.kind === 'table' || !isJsonObject(text.value)) return undefined;
  const uids = Object.keys(text.value);
  const isEmptyCollection = text.kind === 'base64' && uids.length === 0;
  return isEmptyCollection || uids.some((uid) => /^\d+$/.test(uid)) ? text.value : undefined;
}

function* readStudents(collection: JsonObject): Generator<StatedRow> {
  // Object.entries would make an array for each of the tens of thousands of names that a hostile text can have.
  for (const uid of Object.keys(collection)) yield { uid, ...readForeignState('schaledb', collection[uid]) };
}

/** Writes each form of a student, because SchaleDB lists them apart. */
export function writeSchaleDb(
  states: readonly RecruitedStudent[],
  forms: ReadonlyMap<string, readonly string[]>,
  held: JsonObject = {},
): string {
  const collection = new Map(Object.entries(held));
  for (const state of states)
    for (const uid of [state.studentUid, ...(forms.get(state.studentUid) ?? [])]) {
      const student = collection.get(uid);
      const { values } = readForeignState('schaledb', student);
      collection.set(uid, {
        ...(isJsonObject(student) && student),
        ...writeForeignState('schaledb', fillNulls(state, values)),
      });
    }
  return encodeBase64(JSON.stringify(Object.fromEntries(collection)));
}

/** Base64 has bytes only, and a held text was decoded to a character for each byte. */
const encodeBase64 = (json: string): string =>
  btoa(json.replace(/[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`));
