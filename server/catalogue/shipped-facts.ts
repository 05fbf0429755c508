import type { StudentAttributes } from '../../game/attributes.ts';
import { type CatalogueData, shippedData } from './catalogue-data.ts';
import type { CatalogueEntry } from './catalogue-entry.ts';
import type { StoredLabels, StoredLabelTable } from './catalogue-facts.ts';
import { isWordAlone, wordOf } from './schaledb-labels.ts';

/**
 * The catalogue with what ships beside it: students, items, labels and days that it lacks. An imported catalogue stays when
 * the program is replaced, and a source has no days, so the next import takes them from here.
 */
export function addShippedFacts(current: CatalogueData): CatalogueData {
  const shipped = shippedData();
  if (current === shipped) return current;
  const shippedByUid = new Map(shipped.students.map((entry) => [entry.uid, entry]));
  const uids = new Set(current.students.flatMap(({ uid, otherForms = [] }) => [uid, ...otherForms]));
  return {
    students: [
      ...current.students.map((entry) => addDays(entry, shippedByUid.get(entry.uid))),
      ...shipped.students.filter(({ uid }) => !uids.has(uid)),
    ],
    items: { ...shipped.items, ...current.items },
    labels: addLabels(current.labels, shipped.labels),
  };
}

function addDays(entry: CatalogueEntry, shipped: CatalogueEntry | undefined): CatalogueEntry {
  const { released, releasedGlobal }: StudentAttributes = shipped?.attributes ?? {};
  if (shipped === undefined) return entry;
  return {
    ...entry,
    attributes: {
      ...entry.attributes,
      released: entry.attributes?.released ?? released,
      releasedGlobal: entry.attributes?.releasedGlobal ?? releasedGlobal,
    } as StudentAttributes,
  };
}

const addLabels = (current: StoredLabels, shipped: StoredLabels): StoredLabels =>
  Object.fromEntries(
    Object.entries(current).map(([table, codes]) => {
      const names = new Map(
        Object.entries(shipped[table as StoredLabelTable]).map(([code, label]) => [
          wordOf(code, label),
          [code, label] as const,
        ]),
      );
      const named = Object.entries(codes).map(([code, label]) => {
        const known = names.get(wordOf(code, label));
        names.delete(wordOf(code, label));
        return [code, known !== undefined && isWordAlone(label) ? known[1] : label] as const;
      });
      const missing = [...names.values()].filter(([code]) => !Object.hasOwn(codes, code));
      return [table, Object.fromEntries([...named, ...missing])];
    }),
  ) as unknown as StoredLabels;
