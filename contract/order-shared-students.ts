import type { SharedStudent } from './shares.ts';

/** Those with the most stars first, then by level and by name in that language, as far as it is shown. */
export function orderSharedStudents<Student extends SharedStudent>(
  students: readonly Student[],
  language: string,
): Student[] {
  const { compare } = new Intl.Collator(language);
  return students.toSorted(
    (a, b) => rankStars(b) - rankStars(a) || (b.level ?? 0) - (a.level ?? 0) || compare(a.name, b.name),
  );
}

/** The stars of the student and of the unique weapon, which only five-star students have. */
export const rankStars = ({ tier = 0, weaponTier = 0 }: SharedStudent): number => tier + weaponTier;
