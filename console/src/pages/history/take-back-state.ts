import { computed, signal } from '@preact/signals';
import type { Catalogue } from '../../../../client/catalogue.ts';
import type { RecordedChange } from '../../../../client/net-changes.ts';
import { createOperationId } from '../../../../client/operation-id.ts';
import { Rollbook } from '../../../../client/rollbook.ts';
import type { Report, RollbookError } from '../../../../client/rollbook-error.ts';
import type { Retry } from '../../../../client/transport.ts';
import type { OperationKind } from '../../../../contract/history.ts';
import type { RecruitedStudent } from '../../../../contract/state-fields.ts';
import { stateTag } from '../../../../contract/state-tag.ts';
import type { ChangeGroupView, GroupAuthorView } from '../../../../server/history/history-views.ts';
import { historyApi } from '../../api/history-api.ts';
import { noteSentWrite } from '../../api/own-writes.ts';
import { clientOptions } from '../../api/roster-client.ts';
import { pageQuery } from '../../page-address.ts';
import { catalogue, loadCatalogue } from '../../roster/catalogue-state.ts';
import { noteSessionError } from '../../session-state.ts';
import {
  addCancelled,
  addReport,
  type ImportOutcome,
  isConflict,
  NO_OUTCOME,
} from '../import/import-outcome.ts';
import type { WriteEntry } from '../import/plan-entries.ts';
import type { PlanProgress } from '../import/write-progress.tsx';
import { clearHistoryFilter, type HistoryFilter, startOfDay, toApiQuery } from './history-filter.ts';
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

/*
 * The state outlives the page, so that what is being written goes on while the player looks at other pages.
 */
export const takeBackStep = signal<'list' | 'review' | 'apply' | 'report'>('list');
export const takeBackReview = signal<TakeBackReview | undefined>(undefined);
export const leftOut = signal<ReadonlySet<string>>(new Set());
export const included = signal<IncludedFields>(new Map());
export const progress = signal<PlanProgress>({ done: 0, total: 0, wait: undefined, isCancelling: false });
export const outcome = signal<ImportOutcome>(NO_OUTCOME);
/** The group in which the changes were recorded. */
export const resultGroup = signal<number | undefined>(undefined);
/** Why applying did not begin. */
export const applyError = signal<unknown>(undefined);
/** Set by each move to another step, whose heading then takes the focus. */
export const isStepNew = signal(false);

export const takeBackPlan = computed((): TakeBackPlan | undefined => {
  const review = takeBackReview.value;
  return (
    review && planAll(review.source, review.current, review.catalogue.students, included.value, review.only)
  );
});

export const selectedEntries = computed((): readonly WriteEntry[] =>
  (takeBackPlan.value?.rows ?? []).flatMap(({ studentUid, entry }) =>
    entry === undefined || leftOut.value.has(studentUid) ? [] : [entry],
  ),
);

let owner = '';
/** Counts what was asked for or left, so that what comes late is not shown. */
let requests = 0;
let cancellation: AbortController | undefined;
let attempted: readonly WriteEntry[] = [];
let operation = '';

const rollbook = new Rollbook(
  clientOptions({
    accountId: () => owner,
    onRetry: noteRetry,
    onWrite: noteSentWrite,
  }),
);

/** Nothing of one account is shown to another. */
export function claimTakeBack(accountId: string): void {
  if (owner === accountId) return;
  cancellation?.abort();
  cancellation = undefined;
  resetTakeBack();
  owner = accountId;
}

export function resetTakeBack(): void {
  dropTakeBackRequest();
  takeBackReview.value = undefined;
  outcome.value = NO_OUTCOME;
  resultGroup.value = undefined;
  moveTo('list');
}

/** What is still being read for a review is not shown. */
export function dropTakeBackRequest(): void {
  requests += 1;
}

/** Back to the list, unless something is being written. */
export function leaveTakeBack(): boolean {
  if (takeBackStep.peek() === 'apply') return false;
  resetTakeBack();
  return true;
}
// A link that asks for something else of the history.
pageQuery.subscribe(() => leaveTakeBack());

function moveTo(next: typeof takeBackStep.value): void {
  if (takeBackStep.peek() === next) return;
  isStepNew.value = true;
  takeBackStep.value = next;
}

/** Everything there is, with the focus at its heading: the button that asked for it is gone. */
export function showAllChanges(): void {
  isStepNew.value = true;
  clearHistoryFilter();
}

/** Compares what was before with the roster as it is now. */
export async function openTakeBack(
  request: TakeBackRequest,
  only?: ReadonlySet<string> | undefined,
): Promise<void> {
  requests += 1;
  const own = requests;
  const [source, current] = await Promise.all([readSource(request), rollbook.roster.list(), loadCatalogue()]);
  const loaded = catalogue.peek();
  if (loaded === undefined || requests !== own) return;
  leftOut.value = new Set();
  included.value = new Map();
  applyError.value = undefined;
  if (only === undefined) {
    outcome.value = NO_OUTCOME;
    operation = createOperationId(operationOf(request));
  }
  takeBackReview.value = { request, source, current, catalogue: loaded, only };
  // Another review may be shown already.
  isStepNew.value = true;
  moveTo('review');
}

async function readSource(request: TakeBackRequest): Promise<TakeBackSource> {
  switch (request.kind) {
    case 'group': {
      // The group may have grown since it was listed.
      const { groups } = await historyApi.listGroups({ group: String(request.group.group) }, owner);
      const group = groups[0] ?? request.group;
      const { changes } = group;
      const { studentUid } = request;
      return {
        changes: studentUid === undefined ? changes : ofStudent(changes, studentUid),
        isPartial: isPartialGroup(group),
      };
    }
    case 'author':
      return readAll(request.filter);
    case 'restore': {
      const moment = 'at' in request ? { at: request.at } : { before: String(request.before.group) };
      const { students, asOf } = await historyApi.readPastRoster(moment, owner);
      return { past: students, asOf };
    }
  }
}

const ofStudent = <Kind extends RecordedChange>(changes: readonly Kind[], uid: string): Kind[] =>
  changes.filter(({ studentUid }) => studentUid === uid);

const MAX_PAGE = '100';

/** All changes of an author since a day, of one student if the list is of one. */
async function readAll({ author, student, since }: HistoryFilter): Promise<TakeBackSource> {
  const query = { ...toApiQuery({ author, student, since }), limit: MAX_PAGE };
  const groups: ChangeGroupView[] = [];
  let before: number | null = null;
  do {
    const page = await historyApi.listGroups({ ...query, ...(before && { before: String(before) }) }, owner);
    groups.push(...page.groups);
    before = page.nextBefore;
  } while (before !== null);
  const start = since === undefined ? 0 : startOfDay(since);
  const isAsked = ({ at }: { at: string }) => Date.parse(at) >= start;
  const asked = groups.flatMap(({ changes }) => changes.filter(isAsked));
  return {
    changes: student === undefined ? asked : ofStudent(asked, student),
    // What is missing of a group that began earlier is not asked for.
    isPartial: groups.some((group) => isPartialGroup(group) && group.changes.slice(0, 1).every(isAsked)),
  };
}

function operationOf(request: TakeBackRequest): OperationKind {
  if (request.kind === 'restore') return 'restore';
  return request.kind === 'group' && request.group.operation === 'undo' ? 'redo' : 'undo';
}

export function includeStudents(uids: readonly string[], isIncluded: boolean): void {
  const next = new Set(leftOut.peek());
  for (const uid of uids)
    if (isIncluded) next.delete(uid);
    else next.add(uid);
  leftOut.value = next;
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

export const applySelected = (): Promise<void> => apply(selectedEntries.peek());

/** What changed meanwhile is looked at again, everything else is sent again. */
export async function continueTakeBack(): Promise<void> {
  const { failed, left } = outcome.peek();
  const { request } = takeBackReview.peek() ?? {};
  const remaining = new Set([...failed.map(({ studentUid }) => studentUid), ...left]);
  if (request !== undefined && failed.some(({ error }) => isConflict(error)))
    await openTakeBack(request, remaining);
  else await apply(attempted.filter(({ studentUid }) => remaining.has(studentUid)));
}

/** What is under way may still be saved. */
export function cancelTakeBack(): void {
  progress.value = { ...progress.peek(), isCancelling: true };
  cancellation?.abort();
}

async function apply(entries: readonly WriteEntry[]): Promise<void> {
  const stepBefore = takeBackStep.peek();
  const before = outcome.peek();
  cancellation = new AbortController();
  const { signal } = cancellation;
  attempted = entries;
  applyError.value = undefined;
  progress.value = { done: 0, total: entries.length, wait: undefined, isCancelling: false };
  moveTo('apply');
  addEventListener('beforeunload', preventUnload);
  try {
    const report = await rollbook.roster
      .apply({ entries }, { signal, operation, ifMatch: stateTag, onProgress: noteProgress })
      .catch((error) => addUntried(entries, error));
    for (const { error } of report.failed) noteSessionError(error);
    resultGroup.value = report.group ?? resultGroup.peek();
    outcome.value = addReport(before, entries, report);
  } catch (error) {
    if (!signal.aborted) {
      noteSessionError(error);
      applyError.value = error;
      moveTo(stepBefore);
      return;
    }
    const settled = await settleCancelled(before, entries);
    // Another account has signed in.
    if (cancellation?.signal !== signal) return;
    outcome.value = settled;
  } finally {
    removeEventListener('beforeunload', preventUnload);
  }
  moveTo('report');
}

function noteProgress({ done, total }: { done: number; total: number }): void {
  const { wait, ...rest } = progress.peek();
  // Writes that were under way when the limit was met still end.
  const isWaiting = wait?.isForLimit === true && wait.until > Date.now();
  progress.value = { ...rest, done, total, wait: isWaiting ? wait : undefined };
}

function noteRetry({ waitMs, error }: Retry & { error: RollbookError }): void {
  const wait = { isForLimit: error.code === 'rate_limited', until: Date.now() + waitMs };
  progress.value = { ...progress.peek(), wait };
}

/** An ended session leaves the report of what was done, if anything was. All others fail with the same error. */
function addUntried(entries: readonly WriteEntry[], error: RollbookError): Report {
  const { code, report } = error;
  if (report === undefined || code === 'aborted') throw error;
  const told = new Set([
    ...[...report.registered, ...report.changed, ...report.removed, ...report.unchanged],
    ...report.failed.map(({ studentUid }) => studentUid),
  ]);
  if (told.size === 0) throw error;
  const untried = entries.filter(({ studentUid }) => !told.has(studentUid));
  return {
    ...report,
    failed: [...report.failed, ...untried.map(({ studentUid }) => ({ studentUid, error }))],
  };
}

async function settleCancelled(
  before: ImportOutcome,
  entries: readonly WriteEntry[],
): Promise<ImportOutcome> {
  try {
    return addCancelled(before, entries, await rollbook.roster.list());
  } catch {
    const left = entries.map(({ studentUid }) => studentUid);
    return { ...before, failed: [], left, isUncertain: true };
  }
}

const preventUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
