import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { OwnFormat } from './catalogue-data.ts';
import { readFiles } from './catalogue-files.ts';
import { ATTRIBUTE_NAMES, isObject } from './fact-checks.ts';

/** A student's facts in one object. What her favourite item takes stands beside the servers that have it. */
interface StudentFacts {
  readonly special?: { readonly materials?: unknown; readonly servers?: unknown } | null;
  readonly [name: string]: unknown;
}

const NAMES_FILE = 'students.json';
const FACTS_FILE = 'student-growth.json';
const ITEMS_FILE = 'items.json';

/** True if the folder has facts by UID, as a collection of them has, beside the names of students. */
export const isFactsFolder = (folder: string): boolean => existsSync(join(folder, FACTS_FILE));

/** Names and aliases in `students.json`, facts and labels in `student-growth.json`, items in `items.json`. */
export function readFactsFolder(folder: string): OwnFormat {
  const paths = [NAMES_FILE, FACTS_FILE, ITEMS_FILE].map((name) => join(folder, name));
  const [names, facts, items] = [...readFiles(paths, [])].map(({ data }) => Object(data));
  return {
    students: Object.values<{ uid: string }>(names).map((student) => ({
      ...student,
      ...splitFacts(facts.students?.[student.uid] ?? {}),
    })),
    items: items.items,
    labels: facts.labels,
  };
}

function splitFacts({ special, ...facts }: StudentFacts) {
  const isAttribute = ([name]: [string, unknown]) => ATTRIBUTE_NAMES.some((known) => known === name);
  const entries = Object.entries(facts);
  const { materials, ...servers } = isObject(special) ? special : {};
  return {
    attributes: {
      ...Object.fromEntries(entries.filter(isAttribute)),
      ...(special !== undefined && { special: special && servers }),
    },
    growth: {
      ...Object.fromEntries(entries.filter((entry) => !isAttribute(entry))),
      ...(special !== undefined && { special: special && materials }),
    },
  };
}
