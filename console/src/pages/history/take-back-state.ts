import { computed, signal } from '@preact/signals';
import type { Catalogue } from '../../../../client/catalogue.ts';
import type { RecordedChange } from '../../../../client/net-changes.ts';
import { createOperationId } from '../../../../client/operation-id.ts';
import type { OperationKind } from '../../../../contract/history.ts';
import { MAX_GROUPS_TAKEN_BACK } from '../../../../contract/operation-headers.ts';
import type { RecruitedStudent } from '../../../../contract/state-fields.ts';
import type { ChangeGroupView, GroupAuthorView } from '../../../../server/history/views.ts';
import { historyApi } from '../../api/history-api.ts';
import type { WriteEntry } from '../../changes/change-entries.ts';
import { ChangeWriter } from '../../changes/change-writer.ts';
import { Selection } from '../../changes/selection.ts';
import type { HistoryFilter } from '../../history/history-query.ts';
import { pageQuery } from '../../page-address.ts';
import { catalogue, loadCatalogue } from '../../roster/catalogue-state.ts';
import { clearHistoryFilter, startOfDay, toApiQuery } from './history-filter.ts';
import { isPartialGroup } from './partial-group.ts';
import { type IncludedFields, planAll, type TakeBackPlan, type TakeBackSource } from './take-back-plan.ts';

/** What the player asks to take back, or to restore. */
export type TakeBackRequest =
  | { readonly kind: 'group'; readonly group: ChangeGroupView; readonly studentUid?: string }
  | { readonly kind: 'author'; readonly author: GroupAuthorView; readonly filter: HistoryFilter }
  | { readonly kind: 'restore'; readonly before: ChangeGroupView }
  | { readonly kind: 'restore'; readonly at: string };

interface TakeBackReview {
  readonly request: TakeBackRequest;
  readonly source: TakeBackSource;
  readonly current: readonly RecruitedStudent[];
  readonly catalogue: Catalogue;
  /** The students of the review, if it is of those that an earlier attempt left. */
  readonly only: ReadonlySet<string> | undefined;
}

export const writer = new ChangeWriter({
  beginOperation: () => createOperationId(findOperationKind()),
  takesBack: () => {
    const { source } = takeBackReview.peek() ?? {};
    return source !== undefined && 'changes' in source ? source.spendingGroups : [];
  },
  reviewAgain: async (only) => {
    const { request } = takeBackReview.peek() ?? {};
    if (request !== undefined) await openTakeBack(request, only);
  },
});
export const takeBackReview = signal<TakeBackReview | undefined>(undefined);
export const selection = new Selection();
export const included = signal<IncludedFields>(new Map());

export const takeBackPlan = computed((): TakeBackPlan | undefined => {
  const review = takeBackReview.value;
  return (
    review && planAll(review.source, review.current, review.catalogue.students, included.value, review.only)
  );
});

export const selectedEntries = computed((): readonly WriteEntry[] =>
  (takeBackPlan.value?.rows ?? []).flatMap(({ studentUid, entry }) =>
    entry === undefined || !selection.has(studentUid) ? [] : [entry],
  ),
);

/** Counts what was asked for or left, so that what comes late is not shown. */
let requests = 0;

/** Nothing of one account is shown to another. */
export function claimTakeBack(accountId: string): void {
  if (writer.claim(accountId)) forgetTakeBack();
}

export function resetTakeBack(): void {
  writer.reset();
  forgetTakeBack();
}

function forgetTakeBack(): void {
  dropTakeBackRequest();
  takeBackReview.value = undefined;
}

/** What is still being read for a review is not shown. */
export function dropTakeBackRequest(): void {
  requests += 1;
}

/** Back to the list, unless something is being written. */
export function leaveTakeBack(): boolean {
  if (writer.step.peek() === 'apply') return false;
  resetTakeBack();
  return true;
}
// A link that asks for something else of the history.
pageQuery.subscribe(() => leaveTakeBack());

/** Everything there is, with the focus at its heading: the button that asked for it is gone. */
export function showAllChanges(): void {
  writer.isStepNew.value = true;
  clearHistoryFilter();
}

/** Compares what was before with the roster as it is now. */
export async function openTakeBack(
  request: TakeBackRequest,
  only?: ReadonlySet<string> | undefined,
): Promise<void> {
  requests += 1;
  const own = requests;
  const [source, current] = await Promise.all([
    readSource(request),
    writer.rollbook.roster.list(),
    loadCatalogue(),
  ]);
  const loaded = catalogue.peek();
  if (loaded === undefined || requests !== own) return;
  selection.reset();
  included.value = new Map();
  if (only === undefined) writer.forgetOutcome();
  writer.error.value = undefined;
  takeBackReview.value = { request, source, current, catalogue: loaded, only };
  // Another review may be shown already.
  writer.isStepNew.value = true;
  writer.moveTo('review');
}

async function readSource(request: TakeBackRequest): Promise<TakeBackSource> {
  switch (request.kind) {
    case 'group': {
      // The group may have grown since it was listed.
      const { groups } = await historyApi.listGroups(
        { group: String(request.group.group) },
        writer.accountId,
      );
      const group = groups[0] ?? request.group;
      const { changes } = group;
      const { studentUid } = request;
      return {
        changes: studentUid === undefined ? changes : ofStudent(changes, studentUid),
        isPartial: isPartialGroup(group),
        spendingGroups: listSpending([group]),
      };
    }
    case 'author':
      return readAll(request.filter);
    case 'restore': {
      const moment = 'at' in request ? { at: request.at } : { before: String(request.before.group) };
      const { students, asOf } = await historyApi.readPastRoster(moment, writer.accountId);
      return { past: students, asOf };
    }
  }
}

/** Groups that spent something or ended goals. */
const listSpending = (groups: readonly ChangeGroupView[]): number[] =>
  groups
    .filter(({ spent }) => spent !== undefined)
    .map(({ group }) => group)
    .slice(0, MAX_GROUPS_TAKEN_BACK);

const ofStudent = <Kind extends RecordedChange>(changes: readonly Kind[], uid: string): Kind[] =>
  changes.filter(({ studentUid }) => studentUid === uid);

const MAX_PAGE = '100';

/** All changes of an author since a day, of one student if the list is of one. */
async function readAll({ author, student, since }: HistoryFilter): Promise<TakeBackSource> {
  const query = { ...toApiQuery({ author, student, since }), limit: MAX_PAGE };
  const groups: ChangeGroupView[] = [];
  let before: number | null = null;
  do {
    const page = await historyApi.listGroups(
      { ...query, ...(before && { before: String(before) }) },
      writer.accountId,
    );
    groups.push(...page.groups);
    before = page.nextBefore;
  } while (before !== null);
  const start = since === undefined ? 0 : startOfDay(since);
  const isAsked = ({ at }: { at: string }) => Date.parse(at) >= start;
  const asked = groups.flatMap(({ changes }) => changes.filter(isAsked));
  return {
    changes: student === undefined ? asked : ofStudent(asked, student),
    spendingGroups: listSpending(groups),
    // What is missing of a group that began earlier is not asked for.
    isPartial: groups.some((group) => isPartialGroup(group) && group.changes.slice(0, 1).every(isAsked)),
  };
}

function findOperationKind(): OperationKind {
  const { request } = takeBackReview.peek() ?? {};
  if (request?.kind === 'restore') return 'restore';
  return request?.kind === 'group' && request.group.operation === 'undo' ? 'redo' : 'undo';
}

/** Takes fields back, or not, although they were changed since. */
export function includeFields(fields: IncludedFields, isIncluded: boolean): void {
  const next = new Map(included.peek());
  for (const [uid, names] of fields) {
    const current = next.get(uid) ?? new Set();
    next.set(uid, isIncluded ? current.union(names) : current.difference(names));
  }
  included.value = next;
}
