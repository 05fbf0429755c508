import { readStored, writeStored } from '../stored-data.ts';
import { EMPTY_VIEW, parseViewQuery, type RosterView, toViewQuery } from './view-query.ts';

/** What a reload of the page keeps. Another tab begins without it. */
export const storeView = (accountId: string, view: RosterView): boolean =>
  writeStored(toViewQuery(view), 'rollbook-roster-view', accountId);

/** The view of this account; an empty one if the tab has none, or one of another version of the console. */
export const readStoredView = (accountId: string): RosterView =>
  parseViewQuery(readStored('rollbook-roster-view', accountId) ?? '') ?? EMPTY_VIEW;
