import { isLabelText } from '../../contract/label-text.ts';
import { MAX_LABEL_LENGTH, MAX_LABELS, MAX_PRIORITY } from '../../contract/limits.ts';
import type { CatalogueStudent } from '../catalogue.ts';
import { isJsonObject } from './parse-json.ts';
import { toUid } from './read-row.ts';

/** The representative UID by that of each form. */
export type FormTable = ReadonlyMap<string, string>;

export const mapForms = (students: readonly Pick<CatalogueStudent, 'studentUid' | 'forms'>[]): FormTable =>
  new Map(
    students.flatMap(({ studentUid, forms }) =>
      [studentUid, ...forms].map((form) => [form, studentUid] as const),
    ),
  );

/** The students of a list, each once. */
export const readUids = (list: unknown, forms: FormTable): Set<string> =>
  new Set((Array.isArray(list) ? list : []).flatMap((uid) => forms.get(toUid(uid)) ?? []));

/** Leaves room to put a goal between two others. */
const PRIORITY_STEP = 10;

/** Reads `character_order` as the priorities of the students who have goals. */
export function readPriorities(
  order: unknown,
  forms: FormTable,
  goals: ReadonlyMap<string, unknown>,
): Map<string, number> {
  const uids = [...readUids(order, forms)].filter((uid) => goals.has(uid));
  return new Map(uids.map((uid, index) => [uid, Math.min((index + 1) * PRIORITY_STEP, MAX_PRIORITY)]));
}

/** Reads `groups`: each has teams, which are lists of students. A borrowed student is no UID but an object. */
export function readLabels(
  groups: unknown,
  forms: FormTable,
): { labels: Map<string, string[]>; leftOut: string[] } {
  const labels = new Map<string, string[]>();
  const leftOut = new Set<string>();
  for (const [name, teams] of isJsonObject(groups) ? Object.entries(groups) : []) {
    const label = name.trim();
    for (const studentUid of readUids([teams].flat(2), forms)) {
      const own = labels.get(studentUid) ?? [];
      if (own.includes(label)) continue;
      if (isLabel(label) && own.length < MAX_LABELS) labels.set(studentUid, [...own, label]);
      else leftOut.add(name);
    }
  }
  return { labels, leftOut: [...leftOut] };
}

/** A name may be as long as the whole text. */
export const isLabel = (name: string): boolean =>
  name !== '' &&
  name.length <= 2 * MAX_LABEL_LENGTH &&
  [...name].length <= MAX_LABEL_LENGTH &&
  isLabelText(name);
