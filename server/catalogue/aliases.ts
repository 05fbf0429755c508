import { namesOf } from '../../game/name-index.ts';
import { foldName } from '../../game/text-folding.ts';
import { type CatalogueEntry, LANGUAGES, MAX_ALIASES_PER_ENTRY } from './catalogue-entry.ts';
import { addCostumeAliases, dropAliasesToldOfOthers } from './costume-aliases.ts';

/** The students of before, and the aliases that a source has of each student, by UID. */
interface KnownAliases {
  readonly before: readonly CatalogueEntry[];
  readonly told: ReadonlyMap<string, readonly string[]>;
}

/** All aliases of the students of a source: those of before, of the source, former names, and those of costumes. */
export const completeAliases = (
  entries: readonly CatalogueEntry[],
  { before, told }: KnownAliases,
): CatalogueEntry[] => addCostumeAliases(dropAliasesToldOfOthers(keepFormerAliases(entries, before), told));

/**
 * A student who is renamed is still found by the names that she had, unless somebody else is called so now. An alias that
 * has become her name is one no longer.
 */
function keepFormerAliases(
  entries: readonly CatalogueEntry[],
  before: readonly CatalogueEntry[],
): CatalogueEntry[] {
  const knownBefore = new Map(before.map((entry) => [entry.uid, entry]));
  let taken: Set<string> | undefined;
  const isTaken = (name: string) => {
    taken ??= new Set(entries.flatMap((entry) => [...namesOf(entry)].map(foldName)));
    return taken.has(foldName(name));
  };
  return entries.map((entry) => {
    const { names = entry.names, aliases = [] } = knownBefore.get(entry.uid) ?? {};
    const kept = [...new Set([...aliases, ...entry.aliases])];
    if (LANGUAGES.every((language) => names[language] === entry.names[language]))
      return { ...entry, aliases: kept };
    const own = new Set(Object.values(entry.names).map(foldName));
    const isOwn = (name: string) => own.has(foldName(name));
    const former = Object.values(names).filter((name) => !isOwn(name) && !isTaken(name));
    const all = [...kept.filter((alias) => !isOwn(alias)), ...former];
    return { ...entry, aliases: all.slice(0, MAX_ALIASES_PER_ENTRY) };
  });
}
