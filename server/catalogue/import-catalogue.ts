import { UserError } from '../errors/user-error.ts';
import type { Store } from '../store/store.ts';
import { Catalogue } from './catalogue.ts';
import { type CatalogueEntry, LANGUAGES } from './catalogue-entry.ts';
import { readCatalogueFiles } from './catalogue-files.ts';
import { loadCatalogue } from './live-catalogue.ts';

export interface CatalogueChanges {
  added: { uid: string; name: string }[];
  renamed: { uid: string; from: CatalogueEntry['names']; to: CatalogueEntry['names'] }[];
  removed: { uid: string; name: string }[];
  /** The names are the same, but aliases or forms differ. */
  retouched: { uid: string; name: string }[];
  entries: number;
  version: string;
}

/** Validates the files, then replaces the catalogue in a single write. */
export async function importCatalogue(
  store: Store,
  paths: readonly string[],
  { languages, dryRun, now }: { languages: readonly string[]; dryRun: boolean; now: number },
): Promise<CatalogueChanges> {
  const before = await loadCatalogue(store);
  const next = Catalogue.build(readCatalogueFiles(paths, languages, before.catalogue.data));
  const removed = findRemovedUids(before.catalogue, next);
  await rejectRecordedStudents(store, removed);
  if (!dryRun) {
    const stored = { version: next.version, entries: JSON.stringify(next.data), importedAt: now };
    const replaced = await store.replaceCatalogue(stored, before.importedVersion, [...removed.keys()]);
    if (!replaced) {
      await rejectRecordedStudents(store, removed);
      throw new UserError(
        'Another catalogue was imported meanwhile. Import again to see what this one would change now.',
      );
    }
  }
  return compareCatalogues(before.catalogue, next);
}

/** Maps each UID that would no longer be a representative UID to a description of what happens to it. */
function findRemovedUids(before: Catalogue, next: Catalogue): Map<string, string> {
  const removed = new Map<string, string>();
  for (const { uid, names } of before.entries) {
    const nextUid = next.resolve(uid);
    if (nextUid === undefined) removed.set(uid, `${uid} (${names.ko}) would be dropped`);
    else if (nextUid !== uid)
      removed.set(
        uid,
        `${uid} (${names.ko}) would become another form of ${nextUid} (${next.nameOf(nextUid)})`,
      );
  }
  return removed;
}

async function rejectRecordedStudents(store: Store, removed: ReadonlyMap<string, string>): Promise<void> {
  const recorded = removed.size === 0 ? [] : await store.recordedAmong([...removed.keys()]);
  if (recorded.length > 0)
    throw new UserError(
      `Accounts have recorded students that this import would take away: ${recorded.map((uid) => removed.get(uid)).join('; ')}.`,
    );
}

function compareCatalogues(before: Catalogue, next: Catalogue): CatalogueChanges {
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
      .filter((pair) => !isRenamed(pair) && JSON.stringify(pair.was) !== JSON.stringify(pair.entry))
      .map(({ entry }) => toSummary(entry)),
    entries: next.entries.length,
    version: next.version,
  };
}
