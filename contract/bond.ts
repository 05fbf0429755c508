import { BOND_RANK_STARTS } from './bond-ranks.ts';
import { STATE_FIELDS } from './state-fields.ts';

/** Minimum and maximum experience of a rank. The highest rank has a single value. */
export function bondInterval(rank: number): { from: number; to: number } {
  const from = BOND_RANK_STARTS[rank - 1];
  if (from === undefined) throw new RangeError(`there is no bond rank ${rank}`);
  return { from, to: (BOND_RANK_STARTS[rank] ?? STATE_FIELDS.bondExp.max + 1) - 1 };
}

/** Returns null if the experience is outside the interval of its rank, or if there is no such rank. */
export function normalizeBondExp(rank: number | null, exp: number | null): number | null {
  if (rank === null || exp === null || BOND_RANK_STARTS[rank - 1] === undefined) return null;
  const { from, to } = bondInterval(rank);
  return exp >= from && exp <= to ? exp : null;
}
