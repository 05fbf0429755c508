import { MAX_STAR_RANK, type RosterEntry, starRank } from './roster-entry.ts';

export interface RosterSummary {
  total: number;
  recruited: number;
  /** How many there are of each star rank; the first is of rank 1. */
  byStarRank: readonly number[];
  /** Of the students whose value is recorded; null if there are none. */
  averageLevel: number | null;
  averageBond: number | null;
}

export function summarizeRoster(entries: readonly RosterEntry[]): RosterSummary {
  const states = entries.flatMap(({ state }) => state ?? []);
  const byStarRank = new Array<number>(MAX_STAR_RANK).fill(0);
  for (const state of states) byStarRank[starRank(state) - 1] = (byStarRank[starRank(state) - 1] ?? 0) + 1;
  return {
    total: entries.length,
    recruited: states.length,
    byStarRank,
    averageLevel: average(states.map(({ level }) => level)),
    averageBond: average(states.map(({ bond }) => bond)),
  };
}

function average(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}
