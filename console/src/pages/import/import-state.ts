import { computed, signal } from '@preact/signals';
import type { ParsedRoster, RosterRow } from '../../../../client/formats/index.ts';
import type { Plan, Report } from '../../../../client/plan.ts';
import type { RollbookError } from '../../../../client/rollbook-error.ts';
import type { CatalogueStudent } from '../../../../client/students.ts';
import type { Retry } from '../../../../client/transport.ts';
import { stateTag } from '../../../../contract/state-tag.ts';
import { reconnections } from '../../api/connection-state.ts';
import { consoleApi, type ImportCounts } from '../../api/console-api.ts';
import { createRosterClient } from '../../api/roster-client.ts';
import { noteSessionError, signedInSession } from '../../session-state.ts';
import { addCancelled, addReport, type ImportOutcome, isConflict, NO_OUTCOME } from './import-outcome.ts';
import { isWrite, type WriteEntry } from './plan-entries.ts';
import { type ImportSource, NO_SOURCE, readSource } from './read-source.ts';
import { writeUnfinished } from './unfinished-import.ts';

/** What would change. */
export interface ImportReview {
  roster: ParsedRoster;
  plan: Plan;
  /** Removes students that the text lacks. */
  prune: boolean;
  /** The students of the review, if it is of those that an earlier attempt left. */
  only: ReadonlySet<string> | undefined;
}

export interface ImportProgress {
  done: number;
  total: number;
  /** Why and until when nothing goes on. */
  wait: { isForLimit: boolean; until: number } | undefined;
  isCancelling: boolean;
}

/*
 * The state outlives the page: an import goes on while the player looks at other pages, and a text is still there after
 * the session has ended and begun again.
 */
export const step = signal<'source' | 'review' | 'apply' | 'report'>('source');
export const source = signal<ImportSource>(NO_SOURCE);
export const reading = computed(() => readSource(source.value));
export const review = signal<ImportReview | undefined>(undefined);
export const catalogue = signal<readonly CatalogueStudent[]>([]);
/** The students of the review that the player has left out. */
export const leftOut = signal<ReadonlySet<string>>(new Set());
export const progress = signal<ImportProgress>({ done: 0, total: 0, wait: undefined, isCancelling: false });
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
let preconditions: ReadonlyMap<string, string> = new Map();

export const rollbook = createRosterClient({
  onRetry: noteRetry,
  preconditionOf: (studentUid) => preconditions.get(studentUid),
});

/** Students of the catalogue by the UID of each form. */
export const studentsByUid = computed(
  () =>
    new Map(
      catalogue.value.flatMap((student) =>
        [student.studentUid, ...student.forms].map((uid) => [uid, student] as const),
      ),
    ),
);

/** The students that can be read. Rows of two forms are one student. */
export const countStudents = (rows: readonly RosterRow[]): number =>
  new Set(
    rows
      .filter(({ wanted }) => wanted !== undefined)
      .map(({ studentUid }) => studentsByUid.value.get(studentUid)?.studentUid ?? studentUid),
  ).size;

export const writeEntries = computed((): readonly WriteEntry[] => {
  const { plan, only } = review.value ?? {};
  const entries = plan?.entries.filter(isWrite) ?? [];
  return only === undefined ? entries : entries.filter(({ studentUid }) => only.has(studentUid));
});
export const selectedEntries = computed(() =>
  writeEntries.value.filter(({ studentUid }) => !leftOut.value.has(studentUid)),
);

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
  outcome.value = NO_OUTCOME;
  source.value = NO_SOURCE;
  moveTo('source');
}

export function moveTo(next: typeof step.value): void {
  if (step.peek() === next) return;
  isStepNew.value = true;
  step.value = next;
}

export async function loadCatalogue(): Promise<void> {
  catalogue.value = (await rollbook.students.catalogue()).students;
}

/** Compares the text, or some of its students, with the roster as it is now. */
export async function openReview({
  prune = false,
  only = undefined as ImportReview['only'],
} = {}): Promise<void> {
  const roster = reading.peek()?.roster;
  if (roster === undefined) return;
  const wanted = roster.students.flatMap((row) => row.wanted ?? []);
  await loadCatalogue();
  const plan = await rollbook.roster.plan(wanted, { prune, placeholders: roster.placeholders });
  if (step.peek() === 'source') {
    leftOut.value = new Set();
    outcome.value = NO_OUTCOME;
  }
  applyError.value = undefined;
  review.value = { roster, plan, prune, only };
  moveTo('review');
}

export function includeEntries(entries: readonly WriteEntry[], isIncluded: boolean): void {
  const next = new Set(leftOut.peek());
  for (const { studentUid } of entries)
    if (isIncluded) next.delete(studentUid);
    else next.add(studentUid);
  leftOut.value = next;
}

export const applySelected = (): Promise<void> => apply(selectedEntries.peek());

/** The students that are not in the wanted state. A conflict is looked at again, everything else sent again. */
export async function continueImport(): Promise<void> {
  const { failed, left } = outcome.peek();
  const remaining = new Set([...failed.map(({ studentUid }) => studentUid), ...left]);
  if (failed.some(({ error }) => isConflict(error)))
    await openReview({ prune: review.peek()?.prune ?? false, only: remaining });
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
  const noteProgress = (done: number, total: number) => {
    const { wait, ...rest } = progress.peek();
    // Writes that were under way when the limit was met still end.
    const isWaiting = wait?.isForLimit === true && wait.until > Date.now();
    progress.value = { ...rest, done, total, wait: isWaiting ? wait : undefined };
    writeUnfinished({ accountId: owner, done, total });
  };
  attempted = entries;
  preconditions = new Map(
    entries.flatMap((entry) =>
      entry.action === 'register' ? [] : [[entry.studentUid, stateTag(entry.before)] as const],
    ),
  );
  applyError.value = undefined;
  progress.value = { done: 0, total: entries.length, wait: undefined, isCancelling: false };
  moveTo('apply');
  addEventListener('beforeunload', preventUnload);
  try {
    const report = await rollbook.roster.apply(
      { entries },
      { signal, onProgress: ({ done, total }) => noteProgress(done, total) },
    );
    noteSessionErrors(report);
    outcome.value = addReport(before, entries, report);
  } catch (error) {
    if (!signal.aborted) {
      // The roster could not be listed. Nothing was sent.
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
    writeUnfinished(undefined);
  }
  noteImport(before, outcome.peek());
  moveTo('report');
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
