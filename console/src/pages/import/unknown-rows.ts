import type { RosterRow } from '../../../../client/formats/parsed-roster.ts';
import type { KeptRow, KeptRows } from '../../../../contract/kept-rows.ts';
import { toAlias } from '../../imports/to-alias.ts';

/**
 * What a text says of students whom the catalogue lacks, by UID or name, as it can be kept. Rows of a tool's defaults are
 * among them only with `lower`, as in the review.
 */
export const listUnknownRows = (
  rows: readonly RosterRow[],
  isKnown: (studentUid: string) => boolean,
  { lower }: { readonly lower: boolean },
): KeptRows =>
  Object.fromEntries(
    rows.flatMap((row): [string, KeptRow][] => {
      const stated = row.wanted ?? row.unidentified ?? (lower ? row.untouched : undefined);
      const isUnknown = row.studentUid === '' ? row.error?.code === 'name_unknown' : !isKnown(row.studentUid);
      const key = toAlias(row.studentUid) ?? toAlias(row.name);
      if (!isUnknown || stated === undefined || key === undefined) return [];
      const { studentUid: _, ...values } = { studentUid: '', ...stated };
      const name = toAlias(row.name);
      return [[key, { ...values, ...(name !== undefined && name !== key && { name }) }]];
    }),
  );
