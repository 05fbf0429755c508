import { signal } from '@preact/signals';
import type { RosterRow } from '../../../../client/formats/index.ts';
import { Rollbook } from '../../../../client/rollbook.ts';
import type { Report, RollbookError } from '../../../../client/rollbook-error.ts';
import type { Retry } from '../../../../client/transport.ts';
import type { StudentRegistration } from '../../../../contract/state-fields.ts';
import { stateTag } from '../../../../contract/state-tag.ts';
import { reconnections } from '../../api/connection-state.ts';
import { consoleApi, type ImportCounts } from '../../api/console-api.ts';
import { beginOperation, type Operation } from '../../api/operation.ts';
import { noteSentWrite } from '../../api/own-writes.ts';
import { clientOptions } from '../../api/roster-client.ts';
import { catalogue, loadCatalogue, studentsByUid } from '../../roster/catalogue-state.ts';
import { noteSessionError, signedInSession } from '../../session-state.ts';
import { forgetGoalReview, goalOutcome, openGoalReview, writeGoals } from './goal-import-state.ts';
import { addCancelled, addReport, type ImportOutcome, isConflict, NO_OUTCOME } from './import-outcome.ts';
import { forgetRows, keepUnknownRows } from './kept-rows.ts';
import type { WriteEntry } from './plan-entries.ts';
import {
  allowAllLosses,
  allowedLosses,
  type ImportReview,
  leftOut,
  review,
  selectedEntries,
} from './review-state.ts';
import { forgetText, readText, source } from './source-state.ts';
import { writeUnfinished } from './unfinished-import.ts';
import type { PlanProgress } from './write-progress.tsx';

/*
 * The state outlives the page: an import goes on while the player looks at other pages, and a text is still there after
 * the session has ended and begun again.
 */
export const step = signal<'source' | 'review' | 'apply' | 'report'>('source');
export const progress = signal<PlanProgress>({ done: 0, total: 0, wait: undefined, isCancelling: false });
export const outcome = signal<ImportOutcome>(NO_OUTCOME);
/** Why applying did not begin. */
export const applyError = signal<unknown>(undefined);
/** Set by each move to another step, whose heading then takes the focus. */
export const isStepNew = signal(false);

let owner = '';
let cancellation: AbortController | undefined;
/** What the last attempt was to write. */
let attempted: readonly WriteEntry[] = [];
/** Counts that are not among the recent activity yet. */
let unnoted: ImportCounts | undefined;
let operation: Operation | undefined;

export const rollbook = new Rollbook(
  clientOptions({
    accountId: () => owner,
    operation: () => operation,
    onRetry: noteRetry,
    onWrite: noteSentWrite,
  }),
);

/** The students that can be read. Rows of two forms are one student. */
export const countStudents = (rows: readonly RosterRow[]): number =>
  new Set(
    rows.filter(({ wanted }) => wanted !== undefined).map(({ studentUid }) => representativeOf(studentUid)),
  ).size;

/** Nothing of one account is shown to another. */
export function claimImport(accountId: string): void {
  if (owner === accountId) return;
  reset();
  unnoted = undefined;
  owner = accountId;
}

export function reset(): void {
  cancellation?.abort();
  cancellation = undefined;
  review.value = undefined;
  forgetGoalReview();
  outcome.value = NO_OUTCOME;
  forgetText();
  moveTo('source');
}

export function moveTo(next: typeof step.value): void {
  if (step.peek() === next) return;
  isStepNew.value = true;
  step.value = next;
}

const representativeOf = (uid: string): string => studentsByUid.value.get(uid)?.studentUid ?? uid;

/** A row of defaults says nothing beside another row of the student, in whatever form. */
function addUntouched(
  wanted: readonly StudentRegistration[],
  untouched: readonly StudentRegistration[],
): StudentRegistration[] {
  const listed = new Set(wanted.map(({ studentUid }) => representativeOf(studentUid)));
  return [...wanted, ...untouched.filter(({ studentUid }) => !listed.has(representativeOf(studentUid)))];
}

/** Compares the text, or some of its students, with the roster as it is now. */
export async function openReview({
  prune = false,
  lower = false,
  only = undefined as ImportReview['only'],
} = {}): Promise<void> {
  // Rows without a UID are read by the names of the catalogue.
  await loadCatalogue();
  const roster = (await readText())?.roster;
  if (roster === undefined) return;
  keepUnknownRows(owner, roster.students, catalogue.peek(), (uid) => studentsByUid.peek().has(uid));
  const wanted = roster.students.flatMap((row) => row.wanted ?? []);
  const untouched = roster.students.flatMap((row) => row.untouched ?? []);
  const plan = await rollbook.roster.plan(lower ? addUntouched(wanted, untouched) : wanted, {
    prune,
    placeholders: roster.placeholders,
    untouched,
  });
  forgetSettled(plan.entries.filter(({ action }) => action === 'unchanged'));
  if (step.peek() === 'source') {
    await openGoalReview(owner, source.peek().text, roster.format);
    leftOut.value = new Set();
    allowedLosses.value = new Map();
    outcome.value = NO_OUTCOME;
  } else if (only !== undefined) allowedLosses.value = new Map();
  else if (lower !== review.peek()?.lower) allowAllLosses(lower ? plan.entries : []);
  applyError.value = undefined;
  review.value = { roster, plan, prune, lower, only };
  moveTo('review');
}

export const applySelected = (): Promise<void> => apply(selectedEntries.peek());

/** The students that are not in the wanted state. A conflict is looked at again, everything else sent again. */
export async function continueImport(): Promise<void> {
  const { failed, left } = outcome.peek();
  const remaining = new Set([...failed.map(({ studentUid }) => studentUid), ...left]);
  if (failed.some(({ error }) => isConflict(error))) await openReview({ ...review.peek(), only: remaining });
  else await apply(attempted.filter(({ studentUid }) => remaining.has(studentUid)));
}

/** What is under way may still be saved. */
export function cancelImport(): void {
  progress.value = { ...progress.peek(), isCancelling: true };
  cancellation?.abort();
}

async function apply(entries: readonly WriteEntry[]): Promise<void> {
  const stepBefore = step.peek();
  const before = outcome.peek();
  cancellation = new AbortController();
  const { signal } = cancellation;
  const writer = owner;
  const noteProgress = (done: number, total: number) => {
    const { wait, ...rest } = progress.peek();
    // Writes that were under way when the limit was met still end.
    const isWaiting = wait?.isForLimit === true && wait.until > Date.now();
    progress.value = { ...rest, done, total, wait: isWaiting ? wait : undefined };
    writeUnfinished(writer, { done, total });
  };
  attempted = entries;
  operation = beginOperation('import');
  applyError.value = undefined;
  progress.value = { done: 0, total: entries.length, wait: undefined, isCancelling: false };
  moveTo('apply');
  addEventListener('beforeunload', preventUnload);
  try {
    const report = await rollbook.roster
      .apply(
        { entries },
        { signal, ifMatch: stateTag, onProgress: ({ done, total }) => noteProgress(done, total) },
      )
      .catch((error) => addUntried(entries, error));
    noteSessionErrors(report);
    outcome.value = addReport(before, entries, report);
    const failed = new Set(report.failed.map(({ studentUid }) => studentUid));
    forgetSettled(entries.filter(({ studentUid }) => !failed.has(studentUid)));
  } catch (error) {
    if (!signal.aborted) {
      // Nothing was written: the roster could not be listed, or the session has ended.
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
    writeUnfinished(writer, undefined);
  }
  noteImport(before, outcome.peek());
  if (outcome.peek().left.length === 0 && goalOutcome.peek() === undefined) await writeGoals();
  moveTo('report');
}

function forgetSettled(entries: readonly { studentUid: string }[]): void {
  const uids = new Set(entries.map(({ studentUid }) => studentUid));
  forgetRows(owner, catalogue.peek(), (uid) => uids.has(studentsByUid.peek().get(uid)?.studentUid ?? uid));
}

/** An ended session leaves the report of what was done, if anything was. All others fail with the same error. */
function addUntried(entries: readonly WriteEntry[], error: RollbookError): Report {
  const { code, report } = error;
  if (report === undefined || code === 'aborted') throw error;
  const { registered, changed, removed, unchanged, failed } = report;
  const written = [...registered, ...changed, ...removed, ...failed.map(({ studentUid }) => studentUid)];
  if (written.length === 0) throw error;
  const told = new Set([...written, ...unchanged]);
  const untried = entries.filter(({ studentUid }) => !told.has(studentUid));
  return { ...report, failed: [...failed, ...untried.map(({ studentUid }) => ({ studentUid, error }))] };
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

const noteSessionErrors = ({ failed }: Report): void => {
  for (const { error } of failed) noteSessionError(error);
};

function noteRetry({ waitMs, error }: Retry & { error: RollbookError }): void {
  const wait = { isForLimit: error.code === 'rate_limited', until: Date.now() + waitMs };
  progress.value = { ...progress.peek(), wait };
}

const preventUnload = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Adds what this attempt has written to the recent activity, at the next connection if there is none. */
function noteImport(before: ImportOutcome, after: ImportOutcome): void {
  const count = (name: 'registered' | 'changed' | 'removed') =>
    after[name].length - before[name].length + (unnoted?.[name] ?? 0);
  unnoted = {
    format: review.peek()?.roster.format ?? '',
    registered: count('registered'),
    changed: count('changed'),
    removed: count('removed'),
  };
  void sendUnnoted();
}

async function sendUnnoted(): Promise<void> {
  const counts = unnoted;
  unnoted = undefined;
  if (counts === undefined || counts.registered + counts.changed + counts.removed === 0) return;
  await consoleApi.noteImport(counts).catch(() => {
    unnoted = counts;
  });
}
reconnections.subscribe(() => {
  if (signedInSession()?.account.accountId === owner) void sendUnnoted();
});
