import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AttributeLabels } from '../../game/attributes.ts';
import type { GrowthCostsFile } from '../../game/build-growth-facts.ts';
import type { Stages } from '../../game/farm-plan.ts';
import type { StudentGrowth } from '../../game/growth-facts.ts';
import { type CatalogueEntry, checkMaximum, MAX_ENTRIES, validateEntries } from './catalogue-entry.ts';
import {
  type CatalogueFacts,
  ITEM_LABEL_TABLES,
  type StoredLabels,
  type StoredLabelTable,
} from './catalogue-facts.ts';
import { isObject, MAX_CODES, MAX_ITEMS, validateItems, validateLabels } from './fact-checks.ts';

/** A whole catalogue, as it is stored and exported. */
export interface CatalogueData extends CatalogueFacts {
  readonly students: readonly CatalogueEntry[];
}

/** A file in our own format: the students alone, or with the items and labels that they name. */
export type OwnFormat =
  | readonly unknown[]
  | { students: readonly unknown[]; items?: unknown; labels?: unknown };

const REST = 'etc';
export const DATA_FOLDER = join(import.meta.dirname, '../../data');
const readData = (name: string) => JSON.parse(readFileSync(join(DATA_FOLDER, `${name}.json`), 'utf8'));

let shipped: CatalogueData | undefined;

/** The files in `data/`. `shipped-data.test.ts` validates them. */
export function shippedData(): CatalogueData {
  if (shipped !== undefined) return shipped;
  const growth: Record<string, StudentGrowth> = readData('student-growth');
  const students: CatalogueEntry[] = readData('students');
  shipped = {
    students: students.map((entry) => ({ ...entry, growth: growth[entry.uid] ?? {} })),
    items: readData('items'),
    labels: readData('labels'),
  };
  return shipped;
}

/** The costs that hold for all students. They change with the program, not with the catalogue. */
export const growthCostsFile = (): GrowthCostsFile => readData('growth-costs');

let stages: Stages | undefined;

/** The stages of the campaign, which change with the program too. */
export function stagesFile(): Stages {
  stages ??= readData('stages') as Stages;
  return stages;
}

/** Parses the text that an import has stored. Earlier releases stored students with their names alone. */
export function parseStored(text: string): CatalogueData {
  const stored: CatalogueData | CatalogueEntry[] = JSON.parse(text);
  if (!Array.isArray(stored)) return stored;
  const known = byUid(shippedData());
  return { ...shippedData(), students: stored.map((entry) => addKnownFacts(entry, known.get(entry.uid))) };
}

/** Validates a file. What it leaves out stays as it is known: names, aliases and forms, attribute by attribute. */
export function completeData(file: OwnFormat, known: CatalogueData): CatalogueData {
  const { students, items = {}, labels = {} } = isList(file) ? { students: file } : file;
  // Before each of millions is completed.
  checkMaximum(MAX_ENTRIES, students.length, 'students');
  const facts = {
    items: { ...known.items, ...validateItems(items) },
    labels: mergeLabels(known.labels, validateLabels(labels)),
  };
  checkMaximum(MAX_ITEMS, Object.keys(facts.items).length, 'items');
  for (const [table, codes] of Object.entries(facts.labels))
    checkMaximum(MAX_CODES, Object.keys(codes).length, `labels.${table}`);
  const before = byUid(known);
  const entries = (students as CatalogueEntry[]).map((entry) => {
    const { aliases, otherForms } = before.get(entry?.uid) ?? {};
    const kept = { ...(aliases && { aliases }), ...(otherForms && { otherForms }) };
    return addKnownFacts({ ...kept, ...entry }, before.get(entry?.uid));
  });
  return { students: validateEntries(entries, facts), ...facts };
}

const isList = (file: OwnFormat): file is readonly unknown[] => Array.isArray(file);
const byUid = ({ students }: CatalogueData) => new Map(students.map((entry) => [entry.uid, entry]));

const addKnownFacts = (entry: CatalogueEntry, known: CatalogueEntry | undefined): CatalogueEntry => ({
  ...entry,
  attributes: addFacts(known?.attributes, entry.attributes),
  growth: addFacts(known?.growth, entry.growth),
});

/** A value that is no object is left as it is, and refused. */
const addFacts = <Facts extends object>(known: Facts | undefined, told: Facts | undefined): Facts =>
  told === undefined || isObject(told) ? ({ ...known, ...told } as Facts) : told;

const mergeLabels = (known: StoredLabels, labels: Partial<StoredLabels>): StoredLabels =>
  Object.fromEntries(
    Object.entries(known).map(([table, codes]) => [
      table,
      putRestLast({ ...codes, ...keepUpstream(labels[table as StoredLabelTable] ?? {}, codes) }),
    ]),
  ) as unknown as StoredLabels;

/** Lists have the codes in this order, and a new school goes before what belongs to none. */
function putRestLast(codes: StoredLabels[StoredLabelTable]): StoredLabels[StoredLabelTable] {
  const { [REST]: rest, ...others } = codes;
  return rest === undefined ? codes : { ...others, [REST]: rest };
}

/** A file without the codes of the game does not take them away. */
const keepUpstream = (labels: StoredLabels[StoredLabelTable], known: StoredLabels[StoredLabelTable]) =>
  Object.fromEntries(
    Object.entries(labels).map(([code, label]) => [
      code,
      Object.hasOwn(known, code) ? { ...known[code], ...label } : label,
    ]),
  );

/** So that all instances agree on it. */
export const versionOf = ({ students, items, labels }: CatalogueData): string =>
  hash('sha256', JSON.stringify([students, items, labels]), 'hex').slice(0, 12);

/** The labels of attributes in three languages, as `/catalogue.json` serves them. */
export const attributeLabels = (labels: StoredLabels): AttributeLabels =>
  Object.fromEntries(
    Object.entries(labels)
      .filter(([table]) => !ITEM_LABEL_TABLES.some((name) => name === table))
      .map(([table, codes]) => [
        table,
        Object.fromEntries(Object.entries(codes).map(([code, { ko, ja, en }]) => [code, { ko, ja, en }])),
      ]),
  ) as unknown as AttributeLabels;
