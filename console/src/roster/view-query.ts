import { MAX_STAR_RANK } from '../../../contract/star-rank.ts';
import { type AttributeConditions, CONDITION_ATTRIBUTES, toConditions } from './attribute-conditions.ts';
import {
  isEmptyFilter,
  LEVEL_BOUNDS,
  MISSING_VALUES,
  NO_FILTER,
  type RosterFilter,
} from './filter-roster.ts';
import { GROUP_ATTRIBUTES, type GroupAttribute } from './group-roster.ts';
import { CATALOGUE_ORDER, ORDERS, orderBy, type RosterOrder } from './sort-roster.ts';

/** What the player searches, filters, sorts and groups. */
export interface RosterView {
  readonly query: string;
  readonly filter: RosterFilter;
  readonly order: RosterOrder;
  readonly group: GroupAttribute | undefined;
}

export const EMPTY_VIEW: RosterView = {
  query: '',
  filter: NO_FILTER,
  order: CATALOGUE_ORDER,
  group: undefined,
};

const RECRUITED: Record<string, RosterFilter['recruited']> = { yes: 'recruited', no: 'not-recruited' };
const PARAMETERS = [
  ...['q', 'recruited', 'stars', 'below', 'missing', 'sort', 'reversed', 'group'],
  ...CONDITION_ATTRIBUTES,
];
const CODE = /^[\w-]{1,64}$/;

/** The query of an address that shows the view, with its question mark; empty for the view that needs none. */
export function toViewQuery({ query, filter, order, group }: RosterView): string {
  const { recruited, stars, below, missing, attributes } = filter;
  const values: Record<string, string | number | undefined> = {
    q: query.trim(),
    recruited: Object.keys(RECRUITED).find((word) => RECRUITED[word] === recruited),
    ...Object.fromEntries(Object.entries(attributes).map(([name, codes]) => [name, codes.join(',')])),
    stars,
    below,
    missing,
    sort: order.by === 'catalogue' ? undefined : order.by,
    reversed: order.descending === orderBy(order.by).descending ? undefined : 'yes',
    group,
  };
  const given = Object.entries(values).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  // A comma needs no escape in a query, and reads better without.
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`.replaceAll('%2C', ',');
}

/** The view that an address asks for, as far as it is known; undefined if it asks for none. */
export function parseViewQuery(text: string): RosterView | undefined {
  const parameters = new URLSearchParams(text);
  if (!PARAMETERS.some((name) => parameters.has(name))) return undefined;
  const read = (name: string) => parameters.get(name) ?? '';
  const stars = Number(read('stars'));
  const order = orderBy(ORDERS.find((by) => by === read('sort')) ?? 'catalogue');
  const filter: RosterFilter = {
    recruited: RECRUITED[read('recruited')] ?? 'all',
    stars: Number.isInteger(stars) && stars >= 1 && stars <= MAX_STAR_RANK ? stars : undefined,
    missing: MISSING_VALUES.find((choice) => choice === read('missing')),
    below: LEVEL_BOUNDS.find((bound) => bound === Number(read('below'))),
    attributes: readConditions(parameters),
  };
  return {
    query: read('q'),
    filter: isEmptyFilter(filter) ? NO_FILTER : filter,
    order: { by: order.by, descending: order.descending !== (read('reversed') === 'yes') },
    group: GROUP_ATTRIBUTES.find((attribute) => attribute === read('group')),
  };
}

const readConditions = (parameters: URLSearchParams): AttributeConditions =>
  toConditions(
    CONDITION_ATTRIBUTES.flatMap((attribute) =>
      parameters
        .getAll(attribute)
        .flatMap((codes) => codes.split(','))
        .filter((code) => (attribute === 'star' ? /^[1-5]$/ : CODE).test(code))
        .map((value) => ({ attribute, value })),
    ),
  );
