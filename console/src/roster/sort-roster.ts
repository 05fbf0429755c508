import type { StateName } from '../../../contract/state-fields.ts';
import { type RosterEntry, starRank } from './roster-entry.ts';

export interface RosterOrder {
  by: 'catalogue' | 'name' | 'stars' | StateName;
  descending: boolean;
}

export const CATALOGUE_ORDER: RosterOrder = { by: 'catalogue', descending: false };

type NameLanguage = keyof RosterEntry['student']['names'];

/** Students without the value come last in both directions. Equal ones keep their order. */
export function sortRoster(
  entries: readonly RosterEntry[],
  { by, descending }: RosterOrder,
  names: NameLanguage,
): RosterEntry[] {
  if (by === 'catalogue') return descending ? entries.toReversed() : [...entries];
  const sign = descending ? -1 : 1;
  if (by === 'name') {
    const { compare } = new Intl.Collator(names);
    return entries.toSorted((a, b) => sign * compare(a.student.names[names], b.student.names[names]));
  }
  const sortValue = ({ state }: RosterEntry): number | null =>
    state === null ? null : by === 'stars' ? starRank(state) : state[by];
  return entries.toSorted((a, b) => {
    const [x, y] = [sortValue(a), sortValue(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return sign * (x - y);
  });
}
