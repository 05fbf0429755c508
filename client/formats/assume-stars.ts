import { REQUIRED_NAMES, type StateName } from '../../contract/state-fields.ts';
import { WEAPON_REQUIRED_TIER } from '../../contract/state-rules.ts';
import { type StatedRow, toUid } from './read-row.ts';
import type { NamedStudents } from './roster-reader.ts';
import { neededWeaponTier } from './sheet-cells.ts';

export type AssumeStars = (row: StatedRow) => StatedRow;

/**
 * Gives a row that need not state the stars those with which the student is recruited, or those that its other values need.
 * `assumed` of the row names them, because they are nothing that the text says of a student who is recruited already. Stars
 * that could not be read are not replaced.
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
    const assumed = REQUIRED_NAMES.filter((name) => values[name] === undefined);
    const isUnread = (name: StateName) => row.unread?.includes(name) === true;
    const hasFewStars = typeof values.tier === 'number' && values.tier < WEAPON_REQUIRED_TIER;
    if (hasFewStars || !isUnread('weaponTier')) values.weaponTier ??= neededWeaponTier(values);
    const hasWeapon = typeof values.weaponTier === 'number' && values.weaponTier > 0;
    if (hasWeapon) values.tier ??= WEAPON_REQUIRED_TIER;
    else if (!isUnread('tier')) values.tier ??= stars.get(toUid(row.uid));
    return { ...row, values, assumed };
  };
}
