import { rankStars } from '../../../contract/star-rank.ts';
import { STATE_NAMES } from '../../../contract/state-fields.ts';
import type { KnownLabels } from './attribute-conditions.ts';
import type { RosterEntry } from './roster-entry.ts';

/** Attributes in the order of their labels. */
const LABELLED = ['school', 'role', 'attack', 'armor'] as const;

export const ORDERS = [
  'catalogue',
  'name',
  'stars',
  ...LABELLED,
  'star',
  'released',
  ...STATE_NAMES,
] as const;

export interface RosterOrder {
  by: (typeof ORDERS)[number];
  descending: boolean;
}

export const CATALOGUE_ORDER: RosterOrder = { by: 'catalogue', descending: false };

/** Names and labels ascend. Numbers and days descend: the highest and the newest first. */
export const orderBy = (by: RosterOrder['by']): RosterOrder => ({
  by,
  descending: !['catalogue', 'name', ...LABELLED].includes(by),
});

type NameLanguage = keyof RosterEntry['student']['names'];

/** Students without the value come last in both directions. Equal ones keep their order. */
export function sortRoster(
  entries: readonly RosterEntry[],
  { by, descending }: RosterOrder,
  { names, labels }: { names: NameLanguage; labels: KnownLabels },
): RosterEntry[] {
  if (by === 'catalogue') return descending ? entries.toReversed() : [...entries];
  const sign = descending ? -1 : 1;
  if (by === 'name') {
    const { compare } = new Intl.Collator(names);
    return entries.toSorted((a, b) => sign * compare(a.student.names[names], b.student.names[names]));
  }
  const sortValue = readSortValue(by, labels);
  const values = new Map(entries.map((entry) => [entry, sortValue(entry)]));
  return entries.toSorted((a, b) => {
    const [x = null, y = null] = [values.get(a), values.get(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return sign * (x - y);
  });
}

function readSortValue(
  by: Exclude<RosterOrder['by'], 'catalogue' | 'name'>,
  labels: KnownLabels,
): (entry: RosterEntry) => number | null {
  switch (by) {
    case 'school':
    case 'role':
    case 'attack':
    case 'armor': {
      const places = new Map(Object.keys(labels[by] ?? {}).map((code, place) => [code, place]));
      return ({ student: { attributes } }) => places.get(attributes[by] ?? '') ?? null;
    }
    case 'star':
      return ({ student }) => student.attributes.star ?? null;
    case 'released':
      return ({ student }) => Date.parse(student.attributes.released ?? '') || null;
    case 'stars':
      return ({ state }) => (state === null ? null : rankStars(state));
    default:
      return ({ state }) => state?.[by] ?? null;
  }
}
