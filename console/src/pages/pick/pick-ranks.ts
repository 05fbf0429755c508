import { MAX_STAR_RANK, starsOfRank } from '../../../../contract/star-rank.ts';
import type { Picks } from '../../roster/pick-format.ts';
import type { RosterEntry } from '../../roster/roster-entry.ts';

/** What a tap gives: the stars with which the student is recruited, or this many as in `rankStars`. */
export type TapStars = 'own' | number;

/** No student has fewer stars than the own ones. */
export const clampRank = (rank: number, own = 1): number => Math.min(Math.max(rank, own), MAX_STAR_RANK);

/**
 * The stars after a tap; 0 is not picked. The first tap picks, each further one adds a star, and one beyond the last
 * ends it. Where the stars are chosen, a tap gives these at once, and the next takes the student out.
 */
export function tapRank(rank: number, own: number | undefined, stars: TapStars): number {
  const given = clampRank(stars === 'own' ? 0 : stars, own);
  if (stars !== 'own') return rank === given ? 0 : given;
  if (rank === 0) return given;
  return rank < MAX_STAR_RANK ? rank + 1 : 0;
}

/** One star less, and from the own stars on none. */
export const lowerRank = (rank: number, own = 1): number => (rank > own ? rank - 1 : 0);

/** What registers those who are picked and not recruited yet. It is no growth that materials are spent for. */
export const planRegistrations = (picks: Picks, entries: readonly RosterEntry[]) =>
  entries.flatMap(({ student: { studentUid }, state }) => {
    const rank = picks.get(studentUid);
    return rank === undefined || state !== null
      ? []
      : [{ studentUid, changes: starsOfRank(rank), spends: false }];
  });
