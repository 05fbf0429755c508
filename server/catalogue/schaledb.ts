import { setImmediate } from 'node:timers/promises';
import type { StudentAttributes } from '../../game/attributes.ts';
import type { StudentGrowth } from '../../game/growth-facts.ts';
import { UserError } from '../errors/user-error.ts';
import { completeAliases } from './aliases.ts';
import { type CatalogueData, completeData } from './catalogue-data.ts';
import type { CatalogueEntry, ImportedEntry, Language } from './catalogue-entry.ts';
import type { CatalogueItem } from './catalogue-facts.ts';
import { addElephs } from './elephs.ts';
import { readItem } from './schaledb-items.ts';
import { LabelCodes, readLabelNames } from './schaledb-labels.ts';
import { readStudent, type SchaleStudent } from './schaledb-students.ts';
import { isItemFile, isLabelFile, readRows, type SchaleRow } from './schaledb-values.ts';
import type { SourceFile } from './source-file.ts';

/** SchaleDB has one folder for each language. */
const LANGUAGE_BY_FOLDER: Readonly<Record<string, Language>> = { kr: 'ko', jp: 'ja', en: 'en' };
const ROWS_PER_TURN = 500;
export const FOLDER_NAMES = Object.keys(LANGUAGE_BY_FOLDER);

/** A field of a student that names an item which nothing describes. It stays as it is known. */
export interface UnknownMaterial {
  readonly uid: string;
  readonly field: string;
}

const kindOf = (data: unknown): 'labels' | 'items' | 'students' =>
  isLabelFile(data) ? 'labels' : isItemFile(data) ? 'items' : 'students';

/** Yields to the event loop after as many as it reads in a few milliseconds. */
async function* inSlices<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  for (let at = 0; at < rows.length; at += ROWS_PER_TURN) {
    yield* rows.slice(at, at + ROWS_PER_TURN);
    await setImmediate();
  }
}

/** Gathers the files of SchaleDB: students, items and names of codes, each in one to three languages. */
export class SchaleFiles {
  readonly #current: CatalogueData;
  readonly #known: CatalogueData;
  readonly #codes: LabelCodes;
  readonly #students = new Map<Language, SchaleStudent[]>();
  /** The kind and the language of each file. */
  readonly #seen = new Set<string>();
  readonly #items = new Map<string, CatalogueItem>();

  /** `known` is what fills the gaps of the files; they have students of it that `current` lacks. */
  constructor(current: CatalogueData, known: CatalogueData) {
    this.#current = current;
    this.#known = known;
    this.#codes = new LabelCodes(known.labels);
  }

  /** Keeps what we read of a file, which is a tenth of it. */
  async add({ name, folder, data }: SourceFile): Promise<void> {
    const kind = kindOf(data);
    const rows = kind === 'labels' ? [] : readRows(name, data);
    const language = LANGUAGE_BY_FOLDER[folder];
    if (language === undefined)
      throw new UserError(
        `The language of ${name} is not known. Put it into a folder ${FOLDER_NAMES.join(', ')}, or say --language.`,
      );
    if (this.#seen.has(`${kind} ${language}`))
      throw new UserError(`${name} is a second file of the same language. Name one file a language.`);
    this.#seen.add(`${kind} ${language}`);
    if (kind === 'labels') this.#codes.addNames(readLabelNames(data, language), language);
    else if (kind === 'items') await this.#addItems(rows, language);
    else {
      const students: SchaleStudent[] = [];
      this.#students.set(language, students);
      for await (const row of inSlices(rows)) students.push(readStudent(row, this.#codes));
    }
  }

  async #addItems(rows: readonly SchaleRow[], language: Language): Promise<void> {
    for await (const row of inSlices(rows)) {
      const known = this.#items.get(row.id) ?? this.#known.items[row.id];
      const item = readItem(row, language, this.#codes, known);
      if (item !== undefined) this.#items.set(row.id, item);
    }
  }

  /** Fills gaps from the current catalogue. Yields to the event loop between its steps. */
  async complete(): Promise<{ data: CatalogueData; unknownMaterials: readonly UnknownMaterial[] }> {
    const students = this.#students.size === 0 ? this.#current.students : this.#mergeLanguages();
    await setImmediate();
    const { items: known } = this.#known;
    const items = addElephs(students, { known, items: Object.fromEntries(this.#items) });
    const { described, unknownMaterials } = dropUnknownMaterials(students, { ...known, ...items });
    const data = completeData({ students: described, items, labels: this.#codes.added }, this.#known);
    await setImmediate();
    return {
      data:
        this.#students.size === 0
          ? data
          : {
              ...data,
              students: completeAliases(data.students, {
                before: this.#known.students,
                told: this.#toldAliases(),
              }),
            },
      unknownMaterials,
    };
  }

  /** The players' names for students, as the files have them. */
  #toldAliases(): Map<string, readonly string[]> {
    const told = new Map<string, readonly string[]>();
    for (const students of this.#students.values())
      for (const { uid, tags } of students) told.set(uid, [...(told.get(uid) ?? []), ...tags]);
    return told;
  }

  /** Merges students by ID. Aliases, forms and the names of a missing language are kept from the known catalogue. */
  #mergeLanguages(): ImportedEntry[] {
    const before = new Map(this.#known.students.map((entry) => [entry.uid, entry]));
    const merged = new Map<string, { entry: ImportedEntry; tags: Set<string>; order: number }>();
    for (const [language, list] of this.#students) {
      const seen = new Set<string>();
      for (const { uid, name, tags, order, isOutOnGlobal, attributes, growth } of list) {
        if (seen.has(uid)) throw new UserError(`Id ${uid} is there twice in one file.`);
        seen.add(uid);
        const { aliases, names } = before.get(uid) ?? {};
        const first = merged.get(uid) ?? {
          entry: {
            uid,
            names: { ...names },
            attributes: datesOf(before.get(uid), isOutOnGlobal),
            growth: {},
          },
          tags: new Set(aliases),
          order,
        };
        for (const tag of tags) first.tags.add(tag);
        const { entry } = first;
        merged.set(uid, {
          ...first,
          entry: {
            ...entry,
            names: { ...entry.names, [language]: name },
            attributes: { ...attributes, ...entry.attributes },
            growth: { ...growth, ...entry.growth },
          },
        });
      }
    }
    const formOf = new Map(
      this.#known.students.flatMap(({ uid, otherForms = [] }) => otherForms.map((form) => [form, uid])),
    );
    return (
      [...merged.values()]
        // SchaleDB lists other forms as separate students; we store them with their representative.
        .filter(({ entry }) => !merged.has(formOf.get(entry.uid) ?? ''))
        .sort((a, b) => a.order - b.order)
        .map(({ entry, tags }) => {
          const { otherForms } = before.get(entry.uid) ?? {};
          return { ...entry, aliases: [...tags], ...(otherForms && { otherForms }) };
        })
    );
  }
}

/** SchaleDB has no days: those that are known stay. */
const datesOf = (
  known: CatalogueEntry | undefined,
  isOutOnGlobal: boolean | undefined,
): StudentAttributes => {
  const { released = null, releasedGlobal = null, outGlobal } = known?.attributes ?? {};
  const isOut = releasedGlobal === null && (isOutOnGlobal ?? outGlobal);
  // Undefined replaces what is known.
  return { released, releasedGlobal, outGlobal: isOut || undefined } as StudentAttributes;
};

/** Leaves out what names an item that nothing describes. */
function dropUnknownMaterials(students: readonly ImportedEntry[], items: CatalogueData['items']) {
  const unknownMaterials: UnknownMaterial[] = [];
  const described = students.map((student) => {
    const fields = Object.entries<GrowthValue>({ ...student.growth }).filter(([field, value]) => {
      const isKnown = namedItems(field, value).every((item) => Object.hasOwn(items, item));
      if (!isKnown) unknownMaterials.push({ uid: student.uid, field });
      return isKnown;
    });
    return { ...student, growth: Object.fromEntries(fields) };
  });
  return { described, unknownMaterials };
}

type GrowthValue = StudentGrowth[keyof StudentGrowth];

/** The IDs of the items that a field of growth names; tags of gifts name none. */
function namedItems(field: string, value: GrowthValue): string[] {
  if (value === undefined || value === null || field === 'giftTags' || field === 'giftUnique') return [];
  if (field === 'ability') return value as string[];
  return (Array.isArray(value) ? value : [value]).flatMap((counts) => Object.keys(counts));
}
