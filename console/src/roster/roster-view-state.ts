import { batch, computed, effect, signal } from '@preact/signals';
import type { GrowthState } from '../../../contract/state-fields.ts';
import { currentPage, navigations, openPage, pageQuery, replaceQuery } from '../page-address.ts';
import { nameLanguage } from '../preferences.ts';
import { signedInSession } from '../session/session-state.ts';
import { readStored, writeStored } from '../stored-data.ts';
import { type AttributeValue, keepKnownValues, toggleValue } from './attribute-conditions.ts';
import type { Draft } from './check-draft.ts';
import { filterRoster, isEmptyFilter, NO_FILTER, type RosterFilter } from './filter-roster.ts';
import {
  type GroupAttribute,
  groupRoster,
  joinParts,
  type StudentGroup,
  splitByRecruitment,
} from './group-roster.ts';
import { isListed } from './released-students.ts';
import type { RosterEntry } from './roster-entry.ts';
import { attributeLabels, listRevision, rosterEntries } from './roster-store.ts';
import type { FoundStudents } from './search-roster.ts';
import { type RosterOrder, sortRoster } from './sort-roster.ts';
import { readStoredView, storeView } from './stored-view.ts';
import { EMPTY_VIEW, parseViewQuery, type RosterView, toViewQuery } from './view-query.ts';

export type Layout = 'grid' | 'table';

/** What the player searches, filters and has opened. Outlives the page, so that coming back finds it as it was. */
export const query = signal(EMPTY_VIEW.query);
export const filter = signal<RosterFilter>(EMPTY_VIEW.filter);
export const order = signal<RosterOrder>(EMPTY_VIEW.order);
export const group = signal<GroupAttribute | undefined>(EMPTY_VIEW.group);

export const layout = signal<Layout>(readStored('rollbook-roster-layout') === 'table' ? 'table' : 'grid');
/** On such a screen the filter panel covers the list, and is closed until it is asked for. */
export const isFilterSheet = matchMedia('(max-width: 36rem)');
export const isFilterPanelOpen = signal(
  !isFilterSheet.matches && readStored('rollbook-roster-filters') === 'open',
);

export const isSelecting = signal(false);
export const selection = signal<ReadonlySet<string>>(new Set());

export interface OpenedStudent {
  /** Whose input gets the focus. */
  readonly field?: string | undefined;
  readonly studentUid: string;
  /** The student before it, whom going on has saved. */
  readonly saved?: string | undefined;
  /** What was entered when the session ended, and the state that was seen then. */
  readonly unsaved?: { readonly draft: Draft; readonly seen: GrowthState | null };
}

/** Those whom the page of links begins a new link with. */
export const studentsToShare = signal<readonly string[] | undefined>(undefined);

/** The student whose values are offered to the selected ones. */
export const copiedStudent = signal<string | undefined>(undefined);

/** The student in the panel. */
export const openedStudent = signal<OpenedStudent | undefined>(undefined);

const viewingAccount = signal<string | undefined>(undefined);
let shownNavigation = -1;

/** Called once: the view is the account's own, and the address of the page follows it. */
export function watchRosterView(): void {
  effect(resetForAccount);
  effect(followAddress);
  // The address may have been read before the catalogue, which tells what it has.
  attributeLabels.subscribe(() => changeFilter({}));
}

/** What one account has opened, and a draft in it, is nothing for the next one that signs in. */
function resetForAccount(): void {
  const accountId = signedInSession()?.account.accountId;
  if (accountId === undefined || accountId === viewingAccount.peek()) return;
  batch(() => {
    showView(readStoredView(accountId));
    viewingAccount.value = accountId;
    endSelecting();
    studentsToShare.value = undefined;
    openedStudent.value = undefined;
  });
}

/** The page opens with the view of its address, if that has one. Then the address follows the view. */
function followAddress(): void {
  const accountId = viewingAccount.value;
  if (accountId === undefined) return;
  if (currentPage.value === 'roster' && navigations.value !== shownNavigation) {
    shownNavigation = navigations.value;
    const asked = parseViewQuery(pageQuery.peek());
    if (asked !== undefined) showView(asked);
    const studentUid = new URLSearchParams(pageQuery.peek()).get('student');
    // A draft of the one who is open stays: the panel goes one step back where the session ends.
    if (studentUid !== null && openedStudent.peek()?.studentUid !== studentUid)
      openedStudent.value = { studentUid };
  }
  const view = { query: query.value, filter: filter.value, order: order.value, group: group.value };
  storeView(accountId, view);
  const address = withStudent(toViewQuery(view), openedStudent.value?.studentUid);
  if (currentPage.value === 'roster' && pageQuery.value !== address) replaceQuery(address);
}

/** The address of a student is that of the panel, over the list as it is. */
const withStudent = (address: string, studentUid: string | undefined): string =>
  studentUid === undefined
    ? address
    : `${address === '' ? '?' : `${address}&`}student=${encodeURIComponent(studentUid)}`;

function showView(view: RosterView): void {
  batch(() => {
    query.value = view.query;
    changeFilter(view.filter);
    order.value = view.order;
    group.value = view.group;
  });
}

/** Loaded when the list is used. */
export const search = signal<((query: string) => FoundStudents) | undefined>(undefined);
/** What the search has found; undefined without a query, and before the search is loaded. */
const found = computed(() => (query.value.trim() === '' ? undefined : search.value?.(query.value.trim())));
/** The attributes that the search has read in the query. */
export const understood = computed(() => found.value?.understood ?? {});

let latestGroups: readonly StudentGroup[] = [];

/**
 * The students in the list. Not computed again after a change by the player, so that no student leaves its place while
 * being edited. The same array for the same list: another one is rendered from its start, which moves the page.
 */
export const visibleGroups = computed<readonly StudentGroup[]>(() => {
  void listRevision.value;
  const labels = attributeLabels.value;
  const filtered = filterRoster(searchedEntries({ isTracked: false }), filter.value);
  const sorted = sortRoster(filtered, order.value, { names: nameLanguage(), labels });
  const groups = groupRoster(sorted, group.value, labels, (entries) => {
    const parts = splitByRecruitment(entries, query.value.trim() !== '');
    return layout.value === 'grid' ? parts : [joinParts(parts)];
  });
  if (JSON.stringify(groups) !== JSON.stringify(latestGroups)) latestGroups = groups;
  return latestGroups;
});

/** The students that the filters choose from. Who is asked for by her name is among them, even if she is not out. */
export function searchedEntries({ isTracked = true } = {}): readonly RosterEntry[] {
  const entries = findBySearch(rosterEntries({ isTracked }));
  const isByName = query.value.trim() !== '' && Object.keys(understood.value).length === 0;
  return isByName ? entries : entries.filter(isListed);
}

function findBySearch(entries: readonly RosterEntry[]): readonly RosterEntry[] {
  const text = query.value.trim().toLowerCase();
  if (text === '') return entries;
  if (found.value !== undefined) return found.value.places.flatMap((place) => entries[place] ?? []);
  return entries.filter(({ student: { names } }) =>
    Object.values(names).some((name) => name.toLowerCase().includes(text)),
  );
}

let latestUids: readonly string[] = [];

/** All students in the list, in the order in which they stand there. */
export const visibleUids = computed<readonly string[]>(() => {
  const uids = visibleGroups.value.flatMap(({ parts }) => parts.flatMap(({ uids }) => uids));
  if (!isSameArray(uids, latestUids)) latestUids = uids;
  return latestUids;
});

const isSameArray = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((uid, place) => uid === b[place]);

export const hasFilter = (): boolean => query.value !== '' || filter.value !== NO_FILTER;

export function clearFilters(): void {
  query.value = '';
  filter.value = NO_FILTER;
}

export function changeFilter(change: Partial<RosterFilter>): void {
  const changed = { ...filter.peek(), ...change };
  const next = { ...changed, attributes: keepKnownValues(changed.attributes, attributeLabels.peek()) };
  filter.value = isEmptyFilter(next) ? NO_FILTER : next;
}

export const toggleAttribute = (value: AttributeValue): void =>
  changeFilter({ attributes: toggleValue(filter.peek().attributes, value) });

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

/** Opens the page of links with these as the list of a new one. */
export function shareStudents(entries: readonly RosterEntry[], { replace = false } = {}): void {
  studentsToShare.value = entries.map(({ student }) => student.studentUid);
  openPage('share', { replace });
}

export function endSelecting(): void {
  isSelecting.value = false;
  selection.value = new Set();
  copiedStudent.value = undefined;
}

export function chooseLayout(chosen: Layout): void {
  layout.value = chosen;
  writeStored(chosen, 'rollbook-roster-layout');
}

export function showFilterPanel(isOpen: boolean): void {
  isFilterPanelOpen.value = isOpen;
  if (!isFilterSheet.matches) writeStored(isOpen ? 'open' : 'closed', 'rollbook-roster-filters');
}
