import { computed, effect, signal } from '@preact/signals';
import type { GrowthState } from '../../../contract/state-fields.ts';
import { nameLanguage } from '../preferences.ts';
import { signedInSession } from '../session-state.ts';
import type { Draft } from './check-draft.ts';
import { filterRoster, NO_FILTER, type RosterFilter } from './filter-roster.ts';
import type { RosterEntry } from './roster-entry.ts';
import { rosterEntries } from './roster-store.ts';
import { type RosterOrder, sortRoster } from './sort-roster.ts';
import { EMPTY_VIEW, readStoredView, storeView } from './stored-view.ts';

export type Layout = 'grid' | 'table';

/** Above `layout`, which is read with it. */
const STORED_LAYOUT = 'rollbook-roster-layout';

/** What the player searches, filters and has opened. Outlives the page, so that coming back finds it as it was. */
export const query = signal(EMPTY_VIEW.query);
export const filter = signal<RosterFilter>(EMPTY_VIEW.filter);
export const order = signal<RosterOrder>(EMPTY_VIEW.order);
export const layout = signal<Layout>(readLayout());

export const isSelecting = signal(false);
export const selection = signal<ReadonlySet<string>>(new Set());

export interface OpenedStudent {
  readonly studentUid: string;
  /** The student before it, whom going on has saved. */
  readonly saved?: string | undefined;
  /** What was entered when the session ended, and the state that was seen then. */
  readonly unsaved?: { readonly draft: Draft; readonly seen: GrowthState | null };
}

/** The student whose values are offered to the selected ones. */
export const copiedStudent = signal<string | undefined>(undefined);

/** The student in the panel. */
export const openedStudent = signal<OpenedStudent | undefined>(undefined);

let viewingAccount: string | undefined;
// What one account has opened, and a draft in it, is nothing for the next one that signs in.
effect(() => {
  const accountId = signedInSession()?.account.accountId;
  if (accountId === undefined || accountId === viewingAccount) return;
  viewingAccount = accountId;
  const view = readStoredView(accountId);
  query.value = view.query;
  filter.value = NO_FILTER;
  changeFilter(view.filter);
  order.value = view.order;
  endSelecting();
  openedStudent.value = undefined;
});
effect(() => {
  const view = { query: query.value, filter: filter.value, order: order.value };
  if (viewingAccount !== undefined) storeView(viewingAccount, view);
});

/** Loaded after the list is on the screen. */
export const search = signal<((query: string) => number[]) | undefined>(undefined);

/** Goes up when the roster was changed elsewhere: by other tools, or by an import. */
export const listRevision = signal(0);

/** Students that the cards show together: those who are recruited, or the others, who take a line each. */
export interface StudentGroup {
  readonly isRecruited: boolean;
  readonly uids: readonly string[];
}

let latestGroups: readonly StudentGroup[] = [];

/**
 * The students in the list. Not computed again after a change by the player, so that no student leaves its place while
 * being edited. The same array for the same list: another one is rendered from its start, which moves the page.
 */
export const visibleGroups = computed<readonly StudentGroup[]>(() => {
  void listRevision.value;
  const entries = rosterEntries({ isTracked: false });
  const text = query.value.trim();
  const found = text === '' ? entries : findByText(entries, text);
  const sorted = sortRoster(filterRoster(found, filter.value), order.value, nameLanguage());
  const groups = layout.value === 'grid' ? groupByRecruitment(sorted, text !== '') : [toGroup(sorted, true)];
  if (!isSameList(groups, latestGroups)) latestGroups = groups;
  return latestGroups;
});

let latestUids: readonly string[] = [];

/** All students in the list, in the order in which they stand there. */
export const visibleUids = computed<readonly string[]>(() => {
  const uids = visibleGroups.value.flatMap((group) => group.uids);
  if (!isSameArray(uids, latestUids)) latestUids = uids;
  return latestUids;
});

/** Recruited students come first, and in a search the group that has the best match. */
function groupByRecruitment(entries: readonly RosterEntry[], isSearch: boolean): StudentGroup[] {
  const groups = [true, false].map((isRecruited) =>
    toGroup(
      entries.filter(({ state }) => (state !== null) === isRecruited),
      isRecruited,
    ),
  );
  const isReversed = isSearch && entries[0]?.state === null;
  return (isReversed ? groups.toReversed() : groups).filter(({ uids }) => uids.length > 0);
}

const toGroup = (entries: readonly RosterEntry[], isRecruited: boolean): StudentGroup => ({
  isRecruited,
  uids: entries.map(({ student }) => student.studentUid),
});

const isSameArray = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((uid, place) => uid === b[place]);

const isSameList = (a: readonly StudentGroup[], b: readonly StudentGroup[]): boolean =>
  a.length === b.length &&
  a.every(
    ({ isRecruited, uids }, place) =>
      isRecruited === b[place]?.isRecruited && isSameArray(uids, b[place].uids),
  );

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

/** Begins to select those who get the values of this student. */
export function copyStudent(studentUid: string): void {
  openedStudent.value = undefined;
  copiedStudent.value = studentUid;
  selection.value = new Set();
  isSelecting.value = true;
}

export function endSelecting(): void {
  isSelecting.value = false;
  selection.value = new Set();
  copiedStudent.value = undefined;
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
