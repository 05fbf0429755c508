import { computed, effect, signal } from '@preact/signals';
import type { GrowthState } from '../../../contract/state-fields.ts';
import { nameLanguage } from '../preferences.ts';
import { signedInSession } from '../session-state.ts';
import type { Draft } from './check-draft.ts';
import { filterRoster, NO_FILTER, type RosterFilter } from './filter-roster.ts';
import type { RosterEntry } from './roster-entry.ts';
import { rosterEntries } from './roster-store.ts';
import { CATALOGUE_ORDER, type RosterOrder, sortRoster } from './sort-roster.ts';

export type Layout = 'grid' | 'table';

/** Above `layout`, which is read with it. */
const STORED_LAYOUT = 'rollbook-roster-layout';

/** What the player searches, filters and has opened. Outlives the page, so that coming back finds it as it was. */
export const query = signal('');
export const filter = signal<RosterFilter>(NO_FILTER);
export const order = signal<RosterOrder>(CATALOGUE_ORDER);
export const layout = signal<Layout>(readLayout());

export const isSelecting = signal(false);
export const selection = signal<ReadonlySet<string>>(new Set());

export interface OpenedStudent {
  readonly studentUid: string;
  /** What was entered in the table and could not be saved, and the state that was seen there. */
  readonly conflict?: { readonly draft: Draft; readonly seen: GrowthState | null };
}

/** The student in the panel. */
export const openedStudent = signal<OpenedStudent | undefined>(undefined);

let viewingAccount: string | undefined;
// What one account has opened, and a draft in it, is nothing for the next one that signs in.
effect(() => {
  const accountId = signedInSession()?.account.accountId;
  if (accountId === undefined || accountId === viewingAccount) return;
  viewingAccount = accountId;
  clearFilters();
  isSelecting.value = false;
  selection.value = new Set();
  openedStudent.value = undefined;
});

/** Loaded after the list is on the screen. */
export const search = signal<((query: string) => number[]) | undefined>(undefined);

/** Goes up when the roster was changed elsewhere: by other tools, or by an import. */
export const listRevision = signal(0);

let latestUids: readonly string[] = [];

/**
 * The UIDs in the list. Not computed again after a change by the player, so that no student leaves its place while
 * being edited. The same array for the same list: another one is rendered from its start, which moves the page.
 */
export const visibleUids = computed<readonly string[]>(() => {
  void listRevision.value;
  const entries = rosterEntries({ isTracked: false });
  const text = query.value.trim();
  const found = text === '' ? entries : findByText(entries, text);
  const uids = sortRoster(filterRoster(found, filter.value), order.value, nameLanguage()).map(
    ({ student }) => student.studentUid,
  );
  const isSame = uids.length === latestUids.length && uids.every((uid, place) => uid === latestUids[place]);
  if (!isSame) latestUids = uids;
  return latestUids;
});

function findByText(entries: readonly RosterEntry[], text: string): RosterEntry[] {
  if (search.value !== undefined) return search.value(text).flatMap((place) => entries[place] ?? []);
  const part = text.toLowerCase();
  return entries.filter(({ student: { names } }) =>
    Object.values(names).some((name) => name.toLowerCase().includes(part)),
  );
}

export const hasFilter = (): boolean => query.value !== '' || filter.value !== NO_FILTER;

export function clearFilters(): void {
  query.value = '';
  filter.value = NO_FILTER;
}

export function changeFilter(change: Partial<RosterFilter>): void {
  const next = { ...filter.peek(), ...change };
  const isEmpty = next.recruited === 'all' && next.stars === undefined && next.missing === undefined;
  filter.value = isEmpty ? NO_FILTER : next;
}

export function toggleSelected(studentUid: string): void {
  const next = new Set(selection.peek());
  if (!next.delete(studentUid)) next.add(studentUid);
  selection.value = next;
}

export function endSelecting(): void {
  isSelecting.value = false;
  selection.value = new Set();
}

export function chooseLayout(chosen: Layout): void {
  layout.value = chosen;
  try {
    localStorage.setItem(STORED_LAYOUT, chosen);
  } catch {}
}

function readLayout(): Layout {
  try {
    return localStorage.getItem(STORED_LAYOUT) === 'table' ? 'table' : 'grid';
  } catch {
    return 'grid';
  }
}
