import type { CatalogueStudent } from '../../../client/catalogue.ts';
import { findByName } from '../../../client/find-by-name.ts';
import type { KeptRow, KeptRows } from '../../../contract/kept-rows.ts';

/** A row that was kept, and its student, whom the catalogue has by now. */
export interface KeptStudent {
  readonly key: string;
  readonly row: KeptRow;
  readonly student: CatalogueStudent;
}

/** Those whom the catalogue has by their UID or name, or by what the player calls them: `aliases` are UIDs by names. */
export const findKeptStudents = (
  rows: KeptRows,
  students: readonly CatalogueStudent[],
  aliases: Readonly<Record<string, string>> = {},
): KeptStudent[] =>
  Object.entries(rows).flatMap(([key, row]) => {
    const known = Object.hasOwn(aliases, key) ? (aliases[key] as string) : key;
    const [student, ...others] = findByName(known, students, false).matches;
    return student === undefined || others.length > 0 ? [] : [{ key, row, student }];
  });

/** As a text to import again. A row without stars is of a student with her own. */
export const textOfKept = (kept: readonly KeptStudent[]): string =>
  JSON.stringify({
    rollbook: 1,
    students: kept.map(({ row: { name: _, ...values }, student: { studentUid, attributes } }) => ({
      ...{ tier: attributes.star ?? 1, weaponTier: 0 },
      ...values,
      studentUid,
    })),
  });
