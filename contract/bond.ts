import table from './bond-ranks.json' with { type: 'json' };
import { STATE_FIELDS } from './state-fields.ts';

/** The experience at which each rank begins: BOND_RANK_STARTS[0] is that of rank 1. */
export const BOND_RANK_STARTS: readonly number[] = table.minExp;

/** The first and last experience of a rank. The last rank is a single value, the greatest there is. */
export function bondInterval(rank: number): { from: number; to: number } {
  const from = BOND_RANK_STARTS[rank - 1];
  if (from === undefined) throw new RangeError(`there is no bond rank ${rank}`);
  return { from, to: (BOND_RANK_STARTS[rank] ?? STATE_FIELDS.bondExp.max + 1) - 1 };
}

/** SPEC 2.3.4: an experience outside the interval of its rank is not kept, nor is one without a rank. */
export function normalizeBondExp(rank: number | null, exp: number | null): number | null {
  if (rank === null || exp === null) return null;
  const { from, to } = bondInterval(rank);
  return exp >= from && exp <= to ? exp : null;
}
