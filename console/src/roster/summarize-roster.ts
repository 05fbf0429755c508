import { MAX_STAR_RANK, rankStars } from '../../../contract/star-rank.ts';
import type { RosterEntry } from './roster-entry.ts';

export interface RosterSummary {
  total: number;
  recruited: number;
  /** How many there are of each star rank; the first is of rank 1. */
  byStarRank: readonly number[];
  /** Null if no student's value is recorded. */
  averageLevel: Average | null;
  averageBond: Average | null;
}

/** The average over the recruited students whose value is recorded. */
export interface Average {
  mean: number;
  count: number;
}

export function summarizeRoster(entries: readonly RosterEntry[]): RosterSummary {
  const states = entries.flatMap(({ state }) => state ?? []);
  const byStarRank = new Array<number>(MAX_STAR_RANK).fill(0);
  for (const state of states) byStarRank[rankStars(state) - 1] = (byStarRank[rankStars(state) - 1] ?? 0) + 1;
  return {
    total: entries.length,
    recruited: states.length,
    byStarRank,
    averageLevel: average(states.map(({ level }) => level)),
    averageBond: average(states.map(({ bond }) => bond)),
  };
}

function average(values: readonly (number | null)[]): Average | null {
  const known = values.filter((value) => value !== null);
  const { length: count } = known;
  return count === 0 ? null : { mean: known.reduce((sum, value) => sum + value, 0) / count, count };
}
