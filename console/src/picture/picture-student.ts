import type { WantedValues } from '../../../contract/goals.ts';
import { FIELDS_OF_PART, type SharedPart, type SharedStudent } from '../../../contract/shares.ts';
import type { GrowthState } from '../../../contract/state-fields.ts';
import type { StudentAttributes } from '../../../game/attributes.ts';
import type { RosterEntry } from '../roster/roster-entry.ts';

/** A student as a link shows her, and what a picture needs beside it. */
export interface PictureStudent extends SharedStudent {
  /** Its code: the letters in place of a portrait have its colour. */
  readonly school?: string | undefined;
  /** Role and school in words. */
  readonly kind?: string | undefined;
  readonly marks?: readonly PictureMark[] | undefined;
}

/** Attack or armour, by the first letter in the colour of its code. */
export interface PictureMark {
  readonly code: string;
  readonly letter: string;
  readonly isArmor: boolean;
}

interface PictureOptions {
  readonly parts: readonly SharedPart[];
  readonly names: keyof RosterEntry['student']['names'];
  /** In the language of the page. */
  readonly describe: (attributes: StudentAttributes) => Pick<PictureStudent, 'kind' | 'marks'>;
  readonly wantedOf: (studentUid: string) => WantedValues | undefined;
}

/** Those of the entries who are recruited, with the values of these parts. */
export const toPictureStudents = (
  entries: readonly RosterEntry[],
  { parts, names, describe, wantedOf }: PictureOptions,
): PictureStudent[] =>
  entries.flatMap(({ student: { studentUid, names: all, attributes }, state }) => {
    if (state === null) return [];
    const wanted = wantedOf(studentUid);
    return {
      ...pickParts({ ...state, ...(wanted && { wanted }) }, parts),
      studentUid,
      name: all[names],
      school: attributes.school,
      ...describe(attributes),
    };
  });

export type ShownValues = Partial<GrowthState> & Pick<SharedStudent, 'wanted'>;

/** The values of these parts, and nothing of the others. */
export function pickParts(values: ShownValues, parts: readonly SharedPart[]): ShownValues {
  const fields = parts.flatMap((part) => FIELDS_OF_PART[part]);
  const shown = Object.fromEntries(
    fields.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  );
  return parts.includes('goals') && values.wanted ? { ...shown, wanted: values.wanted } : shown;
}
