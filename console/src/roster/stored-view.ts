import { STATE_NAMES } from '../../../contract/state-fields.ts';
import { MISSING_VALUES, NO_FILTER, type RosterFilter } from './filter-roster.ts';
import { MAX_STAR_RANK } from './roster-entry.ts';
import { CATALOGUE_ORDER, type RosterOrder } from './sort-roster.ts';

/** What a reload of the page keeps. Another tab begins without it. */
export interface RosterView {
  readonly query: string;
  readonly filter: RosterFilter;
  readonly order: RosterOrder;
}

export const EMPTY_VIEW: RosterView = { query: '', filter: NO_FILTER, order: CATALOGUE_ORDER };

const STORED = 'rollbook-roster-view';

// sessionStorage throws in some private modes. Nothing is kept then.
export function storeView(accountId: string, view: RosterView): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify({ accountId, ...view }));
  } catch {}
}

/** The view of this account; an empty one if the tab has shown another account, or another version of the console. */
export function readStoredView(accountId: string): RosterView {
  try {
    return parseView(JSON.parse(sessionStorage.getItem(STORED) ?? '{}'), accountId);
  } catch {
    return EMPTY_VIEW;
  }
}

const ORDERS: readonly RosterOrder['by'][] = ['catalogue', 'name', 'stars', ...STATE_NAMES];
const RECRUITMENT: readonly RosterFilter['recruited'][] = ['all', 'recruited', 'not-recruited'];

/** Takes over what it knows. */
export function parseView(stored: Record<string, unknown>, accountId: string): RosterView {
  if (stored.accountId !== accountId) return EMPTY_VIEW;
  const { query, filter, order } = stored as { query: unknown; filter?: RosterFilter; order?: RosterOrder };
  const stars = filter?.stars;
  return {
    query: typeof query === 'string' ? query : '',
    filter: {
      recruited: RECRUITMENT.find((choice) => choice === filter?.recruited) ?? 'all',
      stars: Number.isInteger(stars) && Number(stars) <= MAX_STAR_RANK ? stars : undefined,
      missing: MISSING_VALUES.find((choice) => choice === filter?.missing),
    },
    order: {
      by: ORDERS.find((choice) => choice === order?.by) ?? 'catalogue',
      descending: order?.descending === true,
    },
  };
}
