import { EMPTY_VIEW, parseViewQuery, type RosterView, toViewQuery } from './view-query.ts';

/** What a reload of the page keeps. Another tab begins without it. */
const STORED = 'rollbook-roster-view';

// sessionStorage throws in some private modes. Nothing is kept then.
export function storeView(accountId: string, view: RosterView): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify({ accountId, view: toViewQuery(view) }));
  } catch {}
}

/** The view of this account; an empty one if the tab has shown another account, or another version of the console. */
export function readStoredView(accountId: string): RosterView {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORED) ?? '{}');
    return (stored.accountId === accountId && parseViewQuery(String(stored.view))) || EMPTY_VIEW;
  } catch {
    return EMPTY_VIEW;
  }
}
