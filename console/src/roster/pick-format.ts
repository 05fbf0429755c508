import { MAX_STAR_RANK } from '../../../contract/star-rank.ts';

/** The students whom the player has picked and not saved yet, each with the stars as in `rankStars`. */
export type Picks = ReadonlyMap<string, number>;

export const formatPicks = (picks: Picks): string | undefined =>
  picks.size === 0 ? undefined : JSON.stringify(Object.fromEntries(picks));

export function parsePicks(stored: string | null): Picks {
  try {
    const picks: unknown = JSON.parse(stored ?? '{}');
    return new Map(Object.entries(picks as object).filter(isPick));
  } catch {
    return new Map();
  }
}

const isPick = (entry: [string, unknown]): entry is [string, number] => {
  const rank = entry[1] as number;
  return Number.isInteger(rank) && rank >= 1 && rank <= MAX_STAR_RANK;
};
