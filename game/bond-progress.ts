import { bondInterval } from '../contract/bond.ts';
import { BOND_RANK_STARTS } from '../contract/bond-ranks.ts';

export interface BondProgress {
  /** The experience of the rank, from its first to its last value. */
  from: number;
  to: number;
  /** Experience to the next rank; null at the highest rank, or if no experience is recorded. */
  left: number | null;
}

export function bondProgress(rank: number, experience: number | null): BondProgress {
  const { from, to } = bondInterval(rank);
  const isHighest = rank === BOND_RANK_STARTS.length;
  return { from, to, left: isHighest || experience === null ? null : to + 1 - experience };
}

/** The rank that a cumulative experience belongs to. */
export const rankOfExperience = (experience: number): number =>
  BOND_RANK_STARTS.findLastIndex((start) => start <= experience) + 1;
