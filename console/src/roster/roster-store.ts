import { batch, computed, type Signal, signal } from '@preact/signals';
import type { Catalogue, CatalogueStudent } from '../../../client/catalogue.ts';
import { changesTo } from '../../../client/changes.ts';
import type { GrowthState, RecruitedStudent, StudentPatch } from '../../../contract/state-fields.ts';
import { isConnected } from '../api/connection-state.ts';
import { consoleApi } from '../api/console-api.ts';
import { beginOperation, type WriteHeaders } from '../api/operation.ts';
import { readCatalogue } from '../api/read-catalogue.ts';
import { forgetSentWrites, isSameState, takeSentWrite } from '../api/sent-writes.ts';
import { StudentConflict } from '../api/write-student.ts';
import { isUnsent } from '../outbox/edit.ts';
import type { NewEdit } from '../outbox/outbox.ts';
import type { KnownLabels } from './attribute-conditions.ts';
import type { RosterEntry } from './roster-entry.ts';
import { spendsByHand } from './spending-choice.ts';
import { applyEdit, type StudentEdit, type StudentOutcome } from './student-edit.ts';
import { dropHeldEdits, studentEdits } from './student-edits.ts';
import { invertChanges, planChange, type StudentChange } from './undo-change.ts';
import {
  clearUndoSteps,
  noteOutcome,
  putStep,
  recordStep,
  takeStep,
  type UndoDirection,
} from './undo-stack.ts';

/** One student as the pages show it: with the changes that are not saved yet. */
export interface ShownStudent {
  readonly student: CatalogueStudent;
  readonly state: Signal<GrowthState | null>;
  /** Changes that wait, or that need a decision. */
  readonly edits: Signal<readonly StudentEdit[]>;
  readonly isSaving: Signal<boolean>;
  /** Counts the changes made elsewhere that this page has noticed. */
  readonly changesElsewhere: Signal<number>;
}

interface StoredStudent extends ShownStudent {
  /** What the service has, as far as is known. */
  known: GrowthState | null;
  /** The end of the last write, to which a listing that began before is not compared. */
  writtenAt: number;
}

const students = signal<readonly StoredStudent[]>([]);
const byUid = computed(() => new Map(students.value.map((stored) => [stored.student.studentUid, stored])));
/** The version of the catalogue whose order `rosterEntries` has; empty before it is loaded. */
export const catalogueVersion = signal('');
/** Of the catalogue; none before it is loaded. */
export const attributeLabels = signal<KnownLabels>({});
let loadedAccount = '';

/** Goes up with every change of a state, for what depends on all of them. */
const revision = signal(0);

export const isRosterLoaded = signal(false);
/** Undefined before the service was reached. */
export const rosterLoadedAt = signal<number | undefined>(undefined);

/** Tracked: a page that is open shows who comes with another catalogue. */
export const findStudent = (studentUid: string): ShownStudent | undefined => byUid.value.get(studentUid);

/** All students of the catalogue. Tracked, what depends on them is computed again after each change of a state. */
export function rosterEntries({ isTracked = true } = {}): RosterEntry[] {
  if (isTracked) void revision.value;
  return students.value.map(({ student, state }) => ({ student, state: state.peek() }));
}

/** Goes up when the roster was changed beside the list: by other tools, or by an import. */
export const listRevision = signal(0);

let preloaded: { readonly accountId: string; readonly changes: Promise<number> } | undefined;

/** Loads the roster for the page that opens next. Never rejects. */
export async function preloadRoster(accountId: string): Promise<void> {
  const changes = readRoster(accountId);
  preloaded = { accountId, changes };
  await changes.catch(() => {});
}

/** Reads the catalogue and the roster. Returns how many students other tools have changed since they were read before. */
export function loadRoster(accountId: string): Promise<number> {
  const begun = preloaded;
  preloaded = undefined;
  return begun?.accountId === accountId ? begun.changes : readRoster(accountId);
}

async function readRoster(accountId: string): Promise<number> {
  if (accountId !== loadedAccount) forgetRoster();
  loadedAccount = accountId;
  const startedAt = performance.now();
  const [catalogue, recruited] = await Promise.all([readCatalogue(), consoleApi.readRoster(accountId)]);
  // Another account has signed in meanwhile.
  if (accountId !== loadedAccount) return 0;
  return batch(() => {
    const isFirst = !isRosterLoaded.peek();
    if (catalogue.version !== catalogueVersion.peek()) replaceCatalogue(catalogue);
    const { changed, changedElsewhere } = compareListing(recruited, startedAt, !isFirst);
    if (changed > 0) listRevision.value += 1;
    if (isFirst || changed > 0) revision.value += 1;
    isRosterLoaded.value = true;
    // What the device has kept was not looked at now.
    if (isConnected.peek()) rosterLoadedAt.value = Date.now();
    return changedElsewhere;
  });
}

/** For another account that has signed in. */
function forgetRoster(): void {
  isRosterLoaded.value = false;
  clearUndoSteps();
  catalogueVersion.value = '';
  students.value = [];
  forgetSentWrites();
}

function replaceCatalogue(catalogue: Catalogue): void {
  catalogueVersion.value = catalogue.version;
  attributeLabels.value = catalogue.labels;
  students.value = catalogue.students.map((student) =>
    Object.assign(byUid.peek().get(student.studentUid) ?? createStored(), { student }),
  );
  showEdits(studentEdits.edits.peek());
}

const createStored = (): Omit<StoredStudent, 'student'> => ({
  state: signal(null),
  edits: signal([]),
  isSaving: signal(false),
  changesElsewhere: signal(0),
  known: null,
  writtenAt: 0,
});

function compareListing(
  recruited: readonly RecruitedStudent[],
  startedAt: number,
  isNews: boolean,
): { changed: number; changedElsewhere: number } {
  const listed = new Map(recruited.map((student) => [student.studentUid, student]));
  let changed = 0;
  let changedElsewhere = 0;
  for (const stored of students.peek()) {
    const current = listed.get(stored.student.studentUid) ?? null;
    if (stored.isSaving.peek() || stored.writtenAt >= startedAt) continue;
    const isOwn = isOwnChange(stored, current);
    if (isSameState(stored.known, current)) continue;
    stored.known = current;
    showState(stored);
    changed += 1;
    if (!isNews || isOwn) continue;
    changedElsewhere += 1;
    stored.changesElsewhere.value += 1;
  }
  return { changed, changedElsewhere };
}

/** Recognized by what was sent, because the answer may be lost: an import's write, or the first of the waiting edits. */
function isOwnChange({ student, known, edits }: StoredStudent, current: GrowthState | null): boolean {
  if (takeSentWrite(student.studentUid, known, current)) return true;
  let state = known;
  return edits.peek().some((edit) => {
    state = applyEdit(state, edit);
    return isSameState(state, current);
  });
}

/** What the service has, and the edits on top of it. An edit that needs a decision is not among them. */
function showState(stored: StoredStudent): void {
  const unsent = stored.edits.peek().filter(isUnsent);
  stored.state.value = unsent.reduce(applyEdit, stored.known);
  stored.isSaving.value = unsent.some(({ isWaiting }) => !isWaiting);
}

let editsShown: readonly StudentEdit[] = [];

function showEdits(edits: readonly StudentEdit[]): void {
  const byStudent = Map.groupBy(edits, ({ studentUid }) => studentUid);
  const uids = new Set([...editsShown, ...edits].map(({ studentUid }) => studentUid));
  editsShown = edits;
  for (const uid of uids) {
    const stored = byUid.peek().get(uid);
    const current = byStudent.get(uid) ?? [];
    const before = stored?.edits.peek() ?? [];
    const isSame = current.length === before.length && current.every((edit, at) => edit === before[at]);
    if (stored === undefined || isSame) continue;
    stored.edits.value = current;
    showState(stored);
    revision.value += 1;
  }
}
studentEdits.edits.subscribe((edits) => batch(() => showEdits(edits)));

/** A state that the service has just told, of a write beside the outbox. The list stays as it is, as after an edit. */
export function noteWritten(studentUid: string, after: GrowthState | null): void {
  const stored = byUid.peek().get(studentUid);
  if (stored === undefined) return;
  takeSentWrite(studentUid, stored.known, after);
  stored.known = after;
  stored.writtenAt = performance.now();
  batch(() => showState(stored));
  revision.value += 1;
  keepSoon();
}

studentEdits.onOutcome(({ id, studentUid, headers }, outcome) => {
  noteOutcome(id, outcome, headers?.['spends-stock'] !== undefined);
  const stored = byUid.peek().get(studentUid);
  if (stored === undefined) return;
  if (outcome.kind === 'saved') stored.known = outcome.after;
  if (outcome.kind === 'conflict') {
    stored.known = outcome.current;
    stored.changesElsewhere.value += 1;
  }
  if (outcome.kind === 'waiting') return;
  stored.writtenAt = performance.now();
  keepSoon();
});

/** Of many that are saved in a row, once. */
const KEEP_MS = 1_000;
let keepTimer: ReturnType<typeof setTimeout> | undefined;

function keepSoon(): void {
  clearTimeout(keepTimer);
  keepTimer = setTimeout(keepNow, KEEP_MS);
}

function keepNow(): void {
  keepTimer = undefined;
  const recruited = students
    .peek()
    .flatMap(({ student: { studentUid }, known }) => (known === null ? [] : [{ studentUid, ...known }]));
  if (isRosterLoaded.peek()) consoleApi.keepRoster(loadedAccount, recruited);
}

addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden' && keepTimer !== undefined) keepNow();
});

/** `changes` registers or patches a student; null removes it. */
export interface WantedChange {
  readonly studentUid: string;
  readonly changes: StudentPatch | null;
  /** The group of the history that it takes back, with the materials that were spent. */
  readonly takesBack?: number | undefined;
  /** Whether it takes what it costs out of the stock; what the player has chosen by default. */
  readonly spends?: boolean | undefined;
}

/**
 * Saves one change and remembers it for undo. Returns `waiting` if the service cannot take it now, and throws a
 * StudentConflict if something else was saved meanwhile that it would overwrite: both are kept on the device.
 */
export const changeStudent = (wanted: WantedChange): Promise<'saved' | 'waiting'> =>
  recordStep(async () => {
    const change = await (save([wanted])[0] as Promise<StudentChange>);
    return { changes: [change], result: change.waitingEdit === undefined ? 'saved' : 'waiting' };
  });

export interface BulkReport {
  readonly saved: readonly StudentChange[];
  /** Saved as soon as the service can take them. */
  readonly waiting: readonly StudentChange[];
  readonly conflicts: readonly string[];
  readonly failed: readonly { readonly studentUid: string; readonly error: unknown }[];
}

/** Saves many changes, which undo takes back together. Goes on after a failure of one of them. */
export const changeStudents = (
  wanted: readonly WantedChange[],
  onProgress: (done: number) => void,
): Promise<BulkReport> =>
  recordStep(async () => {
    const report = await saveAll(wanted, { headers: beginOperation('bulk'), onProgress });
    return { changes: [...report.saved, ...report.waiting], result: report };
  });

interface SaveOptions {
  readonly headers?: WriteHeaders;
  readonly isUndo?: boolean;
  readonly onProgress?: (done: number) => void;
}

/** All are kept and shown at once, and sent together. */
async function saveAll(wanted: readonly WantedChange[], options: SaveOptions): Promise<BulkReport> {
  const saved: StudentChange[] = [];
  const waiting: StudentChange[] = [];
  const conflicts: string[] = [];
  const failed: { studentUid: string; error: unknown }[] = [];
  const note = async (studentUid: string, saving: Promise<StudentChange>): Promise<void> => {
    try {
      const change = await saving;
      (change.waitingEdit === undefined ? saved : waiting).push(change);
    } catch (error) {
      if (error instanceof StudentConflict) conflicts.push(studentUid);
      else failed.push({ studentUid, error });
    }
    options.onProgress?.(saved.length + waiting.length + conflicts.length + failed.length);
  };
  const changes = save(wanted, options);
  await Promise.all(
    wanted.map(({ studentUid }, at) => note(studentUid, changes[at] as Promise<StudentChange>)),
  );
  return { saved, waiting, conflicts, failed };
}

let lastStep: Promise<unknown> = Promise.resolve();

/**
 * Takes the last action of this page back, or does it again, except for students of whom something else has changed
 * the same fields since. Undefined if there is none. One at a time, in the order of the calls.
 */
export function stepBack(direction: UndoDirection): Promise<BulkReport | undefined> {
  const step = lastStep.then(() => takeStepBack(direction));
  lastStep = step.catch(() => {});
  return step;
}

async function takeStepBack(direction: UndoDirection): Promise<BulkReport | undefined> {
  const step = await takeStep(direction);
  if (step === undefined) return undefined;
  const wanted: WantedChange[] = [];
  const overtaken: string[] = [];
  for (const change of invertChanges(step.changes)) {
    const { studentUid, spentIn: takesBack, spendsAgain: spends = false } = change;
    const changes = planChange(change, byUid.peek().get(studentUid)?.state.peek() ?? null);
    if (changes === undefined) overtaken.push(studentUid);
    else wanted.push({ studentUid, changes, takesBack, spends });
  }
  const report = await saveAll(wanted, { headers: beginOperation(direction), isUndo: true });
  putStep(direction === 'undo' ? 'redo' : 'undo', [...report.saved, ...report.waiting]);
  return { ...report, conflicts: [...report.conflicts, ...overtaken] };
}

/** Shows the changes at once. What was kept of their fields for a decision is decided by them. */
function save(wanted: readonly WantedChange[], options: SaveOptions = {}): Promise<StudentChange>[] {
  const planned = wanted.map((one) => planEdit(one, options));
  const edits = planned.filter((one) => 'changes' in one);
  const outcomes = batch(() => studentEdits.enqueue(edits));
  return planned.map(async (one) => {
    if (!('changes' in one)) return one;
    const outcome = (await outcomes[edits.indexOf(one)]) as StudentOutcome;
    const change = toChange(one.studentUid, one.before, one.changes, outcome);
    if (one.headers?.['spends-stock'] !== undefined) return change;
    const { spentIn: _, ...unspent } = change;
    return one.headers?.['takes-back'] === undefined ? unspent : { ...unspent, spendsAgain: true };
  });
}

/** The edit to send, or the change as it is where there is nothing to change. */
function planEdit(
  { studentUid, changes, takesBack, spends = spendsByHand.peek() }: WantedChange,
  { headers: ofOperation, isUndo }: SaveOptions,
): NewEdit<StudentEdit> | StudentChange {
  const stored = byUid.peek().get(studentUid);
  if (stored === undefined) throw new RangeError(`there is no student ${studentUid}`);
  const before = stored.state.peek();
  const missing = before === null || changes === null ? changes : changesTo(before, changes);
  const isDone = missing === null ? before === null : before !== null && Object.keys(missing).length === 0;
  if (isDone) return { studentUid, before, after: before };
  if (!isUndo) dropHeldEdits(studentUid, missing === null ? undefined : Object.keys(missing));
  const headers: WriteHeaders = {
    // A group by itself, which is taken back alone.
    ...(spends && { ...beginOperation('spend'), 'spends-stock': '1' }),
    ...ofOperation,
    ...(takesBack !== undefined && { 'takes-back': String(takesBack) }),
  };
  return { studentUid, before, changes: missing, headers, isUndo };
}

function toChange(
  studentUid: string,
  before: GrowthState | null,
  changes: StudentPatch | null,
  outcome: StudentOutcome,
): StudentChange {
  switch (outcome.kind) {
    case 'saved':
      return { studentUid, before: outcome.before, after: outcome.after, spentIn: outcome.group };
    case 'waiting': {
      const after = applyEdit(before, { before, changes });
      return { studentUid, before, after, waitingEdit: outcome.editId };
    }
    case 'conflict':
      throw new StudentConflict(outcome.current);
    case 'refused':
      throw outcome.error;
  }
}
