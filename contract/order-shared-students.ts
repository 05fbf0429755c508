import type { SharedStudent } from './shares.ts';
import { rankStars } from './star-rank.ts';

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
