import type { ImportedEntry } from './catalogue-entry.ts';
import type { CatalogueItem } from './catalogue-facts.ts';

type Items = Readonly<Record<string, CatalogueItem>>;

/** Adds the elephs of students that neither the known items nor the new ones have, named as the game names them. */
export function addElephs(
  students: readonly ImportedEntry[],
  { known, items }: { known: Items; items: Items },
): Items {
  const isMissing = ({ uid }: ImportedEntry) =>
    /^\d+$/.test(uid) && !Object.hasOwn(known, uid) && !Object.hasOwn(items, uid);
  return {
    ...items,
    ...Object.fromEntries(students.filter(isMissing).map((entry) => [entry.uid, makeEleph(entry)])),
  };
}

const makeEleph = ({ uid, names: { ko, ja, en } }: ImportedEntry): CatalogueItem => ({
  kind: 'eleph',
  rarity: 'N',
  group: uid,
  names: {
    ...(ko && { ko: `${ko}의 엘레프` }),
    ...(ja && { ja: `${ja}の神名文字` }),
    ...(en && { en: `${en}'s Eleph` }),
  },
});
