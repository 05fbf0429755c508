import type { StateName } from '../../contract/state-fields.ts';
import { WEAPON_REQUIRED_TIER } from '../../contract/state-rules.ts';
import { type StatedRow, toUid } from './read-row.ts';
import type { NamedStudents } from './roster-reader.ts';
import { neededWeaponTier } from './sheet-cells.ts';

export type AssumeStars = (row: StatedRow) => StatedRow;

/**
 * Gives a row that need not state the stars those with which the student is recruited, or those that its other values need.
 * `assumed` of the row names them, because they are nothing that the text says of a student who is recruited already.
 */
export function createAssumeStars(catalogue: NamedStudents | undefined): AssumeStars {
  const stars = new Map(
    catalogue?.students.flatMap(({ studentUid, forms, attributes }) =>
      [studentUid, ...forms].map((uid) => [uid, attributes.star] as const),
    ),
  );
  return (row) => {
    if (row.isPartial !== true) return row;
    const values = { ...row.values };
    const assumed: StateName[] = [];
    if (values.weaponTier === undefined) {
      values.weaponTier = neededWeaponTier(values);
      assumed.push('weaponTier');
    }
    if (values.tier === undefined) {
      const hasWeapon = typeof values.weaponTier === 'number' && values.weaponTier > 0;
      values.tier = hasWeapon ? WEAPON_REQUIRED_TIER : stars.get(toUid(row.uid));
      assumed.push('tier');
    }
    return { ...row, values, assumed };
  };
}
