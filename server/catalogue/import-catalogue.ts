import type { Store } from '../store/types.ts';
import { UserError } from '../user-error.ts';
import { Catalogue } from './catalogue.ts';
import { type CatalogueEntry, LANGUAGES, validateEntries } from './catalogue-entry.ts';
import { readCatalogueFiles } from './catalogue-files.ts';
import { loadCatalogue } from './live-catalogue.ts';

export interface CatalogueChanges {
  added: { uid: string; name: string }[];
  renamed: { uid: string; from: CatalogueEntry['names']; to: CatalogueEntry['names'] }[];
  removed: { uid: string; name: string }[];
  /** With other aliases or forms than before, but the same names. */
  retouched: { uid: string; name: string }[];
  entries: number;
  version: string;
}

/** Checks everything whole, then replaces the catalogue in one write, or nothing. */
export async function importCatalogue(
  store: Store,
  paths: readonly string[],
  { languages, dryRun, now }: { languages: readonly string[]; dryRun: boolean; now: number },
): Promise<CatalogueChanges> {
  const before = await loadCatalogue(store);
  const next = Catalogue.build(
    validateEntries(readCatalogueFiles(paths, languages, before.catalogue.entries)),
  );
  const ending = endingIn(before.catalogue, next);
  await refuseToEnd(store, ending);
  if (!dryRun) {
    const stored = { version: next.version, entries: JSON.stringify(next.entries), importedAt: now };
    const replaced = await store.replaceCatalogue(stored, before.importedVersion, [...ending.keys()]);
    if (!replaced) {
      await refuseToEnd(store, ending);
      throw new UserError(
        'Another catalogue was imported meanwhile. Import again to see what this one would change now.',
      );
    }
  }
  return changes(before.catalogue, next);
}

/** Representative UIDs that would no longer be ones, and what would become of each. */
function endingIn(before: Catalogue, next: Catalogue): Map<string, string> {
  const ending = new Map<string, string>();
  for (const { uid, names } of before.entries) {
    const becomes = next.resolve(uid);
    if (becomes === undefined) ending.set(uid, `${uid} (${names.ko}) would be dropped`);
    else if (becomes !== uid)
      ending.set(
        uid,
        `${uid} (${names.ko}) would become another form of ${becomes} (${next.nameOf(becomes)})`,
      );
  }
  return ending;
}

async function refuseToEnd(store: Store, ending: ReadonlyMap<string, string>): Promise<void> {
  const recorded = ending.size === 0 ? [] : await store.recordedAmong([...ending.keys()]);
  if (recorded.length > 0)
    throw new UserError(
      `Accounts have recorded students that this import would take away: ${recorded.map((uid) => ending.get(uid)).join('; ')}.`,
    );
}

function changes(before: Catalogue, next: Catalogue): CatalogueChanges {
  const known = new Map(before.entries.map((entry) => [entry.uid, entry]));
  const kept = new Set(next.entries.map(({ uid }) => uid));
  const brief = ({ uid, names }: CatalogueEntry) => ({ uid, name: names.ko });
  const pairs = next.entries.flatMap((entry) => {
    const was = known.get(entry.uid);
    return was === undefined ? [] : [{ was, entry }];
  });
  const isRenamed = ({ was, entry }: (typeof pairs)[number]) =>
    LANGUAGES.some((language) => was.names[language] !== entry.names[language]);
  return {
    added: next.entries.filter(({ uid }) => !known.has(uid)).map(brief),
    renamed: pairs
      .filter(isRenamed)
      .map(({ was, entry }) => ({ uid: entry.uid, from: was.names, to: entry.names })),
    removed: before.entries.filter(({ uid }) => !kept.has(uid)).map(brief),
    retouched: pairs
      .filter((pair) => !isRenamed(pair) && JSON.stringify(pair.was) !== JSON.stringify(pair.entry))
      .map(({ entry }) => brief(entry)),
    entries: next.entries.length,
    version: next.version,
  };
}
