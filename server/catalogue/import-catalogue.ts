import { setImmediate } from 'node:timers/promises';
import { foldName } from '../../game/text-folding.ts';
import { UserError } from '../errors/user-error.ts';
import type { Store } from '../store/store.ts';
import { Catalogue } from './catalogue.ts';
import { type CatalogueChanges, compareCatalogues } from './catalogue-changes.ts';
import { versionOf } from './catalogue-data.ts';
import { LANGUAGES, type Names } from './catalogue-entry.ts';
import { loadCatalogue } from './live-catalogue.ts';
import { readCatalogue, type SourceFiles } from './read-catalogue.ts';
import { RefreshError } from './refresh-error.ts';
import { addShippedFacts } from './shipped-facts.ts';

/** More than that many students are not dropped from the game at once. */
const MAX_DROPPED_SHARE = 0.05;
const BY_HAND = 'If it is none, import the files by hand.';

export interface ImportOptions {
  readonly dryRun: boolean;
  readonly now: number;
  /** True if a source is imported that nobody looks at: what looks like a mistake of it is refused. */
  readonly isFromSource?: boolean;
}

/** Validates the files, then replaces the catalogue in a single write. */
export async function importCatalogue(
  store: Store,
  files: SourceFiles,
  { dryRun, now, isFromSource = false }: ImportOptions,
): Promise<CatalogueChanges> {
  const before = await loadCatalogue(store);
  const { data: current } = before.catalogue;
  const { data, unknownMaterials } = await readCatalogue(files, current, addShippedFacts(current));
  await setImmediate();
  const next = await Catalogue.buildInSlices(data, versionOf(data));
  const removed = findRemovedUids(before.catalogue, next);
  await rejectRecordedStudents(store, removed);
  if (isFromSource) rejectMistakes(before.catalogue, next, removed);
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

function rejectMistakes(before: Catalogue, next: Catalogue, removed: ReadonlyMap<string, string>): void {
  const { length } = before.entries;
  const [first] = removed.values();
  if (removed.size > MAX_DROPPED_SHARE * length)
    throw new RefreshError(
      'shrunk',
      `It lacks ${removed.size} of ${length} students, such as ${first}: that looks like a mistake. ${BY_HAND}`,
    );
  const others = findOtherStudents(before, next);
  if (others.length > 0)
    throw new RefreshError(
      'renamed',
      `It calls ${others.length} of ${length} students by other names in all languages, such as ${others[0]}: that looks like another student. ${BY_HAND}`,
    );
}

/** Finds students whose names all differ. A game renames in one language, and no UID becomes another student's. */
function findOtherStudents(before: Catalogue, next: Catalogue): string[] {
  const namesAfter = new Map(next.entries.map(({ uid, names }) => [uid, names]));
  return before.entries.flatMap(({ uid, names }) => {
    const after = namesAfter.get(uid);
    const isOther = after && LANGUAGES.every((language) => isAnotherName(names[language], after[language]));
    return isOther ? [`${uid}, who was ${describeNames(names)} and would be ${describeNames(after)}`] : [];
  });
}

/** Most names are the same, and folding them all would hold the event loop. */
const isAnotherName = (before: string, after: string): boolean =>
  before !== after && foldName(before) !== foldName(after);

const describeNames = ({ ko, ja, en }: Names): string => `${ko} / ${ja} / ${en}`;

async function rejectRecordedStudents(store: Store, removed: ReadonlyMap<string, string>): Promise<void> {
  const recorded = removed.size === 0 ? [] : await store.recordedAmong([...removed.keys()]);
  if (recorded.length > 0)
    throw new RefreshError(
      'recorded',
      `Accounts have recorded students that this import would take away: ${recorded.map((uid) => removed.get(uid)).join('; ')}.`,
    );
}
