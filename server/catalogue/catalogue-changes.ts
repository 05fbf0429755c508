import type { Catalogue } from './catalogue.ts';
import { type CatalogueEntry, LANGUAGES } from './catalogue-entry.ts';
import type { UnknownMaterial } from './schaledb.ts';

export interface CatalogueChanges {
  added: { uid: string; name: string }[];
  renamed: { uid: string; from: CatalogueEntry['names']; to: CatalogueEntry['names'] }[];
  removed: { uid: string; name: string }[];
  /** The names are the same, but something else differs. */
  retouched: { uid: string; name: string }[];
  items: { added: number; changed: number };
  /** New codes as table.code. */
  newLabels: string[];
  /** Growth fields that were left as they are known. */
  unknownMaterials: readonly UnknownMaterial[];
  entries: number;
  version: string;
}

export function compareCatalogues(
  before: Catalogue,
  next: Catalogue,
): Omit<CatalogueChanges, 'unknownMaterials'> {
  const entriesBefore = new Map(before.entries.map((entry) => [entry.uid, entry]));
  const uidsAfter = new Set(next.entries.map(({ uid }) => uid));
  const toSummary = ({ uid, names }: CatalogueEntry) => ({ uid, name: names.ko });
  const pairs = next.entries.flatMap((entry) => {
    const was = entriesBefore.get(entry.uid);
    return was === undefined ? [] : [{ was, entry }];
  });
  const isRenamed = ({ was, entry }: (typeof pairs)[number]) =>
    LANGUAGES.some((language) => was.names[language] !== entry.names[language]);
  return {
    added: next.entries.filter(({ uid }) => !entriesBefore.has(uid)).map(toSummary),
    renamed: pairs
      .filter(isRenamed)
      .map(({ was, entry }) => ({ uid: entry.uid, from: was.names, to: entry.names })),
    removed: before.entries.filter(({ uid }) => !uidsAfter.has(uid)).map(toSummary),
    retouched: pairs
      .filter((pair) => !isRenamed(pair) && differs(pair.was, pair.entry))
      .map(({ entry }) => toSummary(entry)),
    items: compareItems(before.data.items, next.data.items),
    newLabels: Object.entries(next.data.labels).flatMap(([table, codes]) =>
      Object.keys(codes)
        .filter((code) => !Object.hasOwn(before.data.labels[table as keyof typeof next.data.labels], code))
        .map((code) => `${table}.${code}`),
    ),
    entries: next.entries.length,
    version: next.version,
  };
}

type Items = Catalogue['data']['items'];

function compareItems(before: Items, next: Items): CatalogueChanges['items'] {
  const changes = { added: 0, changed: 0 };
  for (const [id, item] of Object.entries(next))
    if (!Object.hasOwn(before, id)) changes.added += 1;
    else if (differs(before[id], item)) changes.changed += 1;
  return changes;
}

const differs = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);
