import { setImmediate } from 'node:timers/promises';
import { UserError } from '../errors/user-error.ts';
import type { Store } from '../store/store.ts';
import { Catalogue } from './catalogue.ts';
import { type CatalogueChanges, compareCatalogues } from './catalogue-changes.ts';
import { versionOf } from './catalogue-data.ts';
import { loadCatalogue } from './live-catalogue.ts';
import { readCatalogue, type SourceFiles } from './read-catalogue.ts';
import { RefreshError } from './refresh-error.ts';

export interface ImportOptions {
  readonly dryRun: boolean;
  readonly now: number;
  /** The share of all students that may be dropped; all by default, for an import by hand. */
  readonly maxDroppedShare?: number;
}

/** Validates the files, then replaces the catalogue in a single write. */
export async function importCatalogue(
  store: Store,
  files: SourceFiles,
  { dryRun, now, maxDroppedShare = 1 }: ImportOptions,
): Promise<CatalogueChanges> {
  const before = await loadCatalogue(store);
  const { data, unknownMaterials } = await readCatalogue(files, before.catalogue.data);
  await setImmediate();
  const next = await Catalogue.buildInSlices(data, versionOf(data));
  const removed = findRemovedUids(before.catalogue, next);
  await rejectRecordedStudents(store, removed);
  if (removed.size > maxDroppedShare * before.catalogue.entries.length)
    throw new RefreshError(
      'shrunk',
      `It lacks ${removed.size} of ${before.catalogue.entries.length} students, such as ${describeFirst(removed)}: that looks like a mistake. If it is none, import the files by hand.`,
    );
  if (!dryRun && next.version !== before.importedVersion) {
    await setImmediate();
    const stored = { version: next.version, entries: JSON.stringify(next.data), importedAt: now };
    const replaced = await store.replaceCatalogue(stored, before.importedVersion, [...removed.keys()]);
    if (!replaced) {
      await rejectRecordedStudents(store, removed);
      throw new UserError(
        'Another catalogue was imported meanwhile. Import again to see what this one would change now.',
      );
    }
  }
  await setImmediate();
  return { ...compareCatalogues(before.catalogue, next), unknownMaterials };
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

const describeFirst = (removed: ReadonlyMap<string, string>): string => [...removed.values()][0] ?? '';

async function rejectRecordedStudents(store: Store, removed: ReadonlyMap<string, string>): Promise<void> {
  const recorded = removed.size === 0 ? [] : await store.recordedAmong([...removed.keys()]);
  if (recorded.length > 0)
    throw new RefreshError(
      'recorded',
      `Accounts have recorded students that this import would take away: ${recorded.map((uid) => removed.get(uid)).join('; ')}.`,
    );
}
