import { batch, type Signal, signal } from '@preact/signals';
import { changesTo } from '../../../client/changes.ts';
import type { CatalogueStudent } from '../../../client/students.ts';
import type { GrowthState, RecruitedStudent, StudentPatch } from '../../../contract/state-fields.ts';
import { applyPatch, applyRegistration } from '../../../contract/state-rules.ts';
import { consoleApi } from '../api/console-api.ts';
import { forgetOwnWrites, isSameState, takeOwnWrite } from '../api/own-writes.ts';
import {
  patchStudent,
  registerStudent,
  removeStudent,
  rollbook,
  StudentConflict,
} from '../api/student-requests.ts';
import type { RosterEntry } from './roster-entry.ts';
import { invertChanges, isStillCurrent, type StudentChange } from './undo-change.ts';

/** One student as the pages show it: with a change that is still being saved. */
export interface ShownStudent {
  readonly student: CatalogueStudent;
  readonly state: Signal<GrowthState | null>;
  readonly isSaving: Signal<boolean>;
  /** Counts the changes by other tools that this page has noticed. */
  readonly changesElsewhere: Signal<number>;
}

interface StoredStudent extends ShownStudent {
  /** What the service has, as far as is known. */
  known: GrowthState | null;
  /** The end of the last write, to which a listing that began before is not compared. */
  writtenAt: number;
  /** Writes of one student follow each other. Never rejects. */
  lastWrite: Promise<void>;
}

const students = signal<readonly StoredStudent[]>([]);
let byUid = new Map<string, StoredStudent>();
/** Of the catalogue that the places in `rosterEntries` are of; empty before it is loaded. */
export const catalogueVersion = signal('');
let loadedAccount = '';

/** Goes up with every change of a state, for what depends on all of them. */
const revision = signal(0);

export const isRosterLoaded = signal(false);
export const rosterLoadedAt = signal(0);
export const lastChange = signal<readonly StudentChange[] | undefined>(undefined);

export const findStudent = (studentUid: string): ShownStudent | undefined => byUid.get(studentUid);

/** All students of the catalogue. Tracked, what depends on them is computed again after each change of a state. */
export function rosterEntries({ isTracked = true } = {}): RosterEntry[] {
  if (isTracked) void revision.value;
  return students.value.map(({ student, state }) => ({ student, state: state.peek() }));
}

/** What a listing has told, compared with the one before; nothing the first time. */
export interface RosterChanges {
  readonly changed: number;
  /** By other tools, and not by another page of this tab. */
  readonly changedElsewhere: number;
}

const UNCHANGED: RosterChanges = { changed: 0, changedElsewhere: 0 };

let preloaded: { readonly accountId: string; readonly changes: Promise<RosterChanges> } | undefined;

/** Loads the roster for the page that opens next. Never rejects. */
export async function preloadRoster(accountId: string): Promise<void> {
  const changes = readRoster(accountId);
  preloaded = { accountId, changes };
  await changes.catch(() => {});
}

/** Reads the catalogue and the roster. */
export function loadRoster(accountId: string): Promise<RosterChanges> {
  const begun = preloaded;
  preloaded = undefined;
  return begun?.accountId === accountId ? begun.changes : readRoster(accountId);
}

async function readRoster(accountId: string): Promise<RosterChanges> {
  if (accountId !== loadedAccount) forgetRoster();
  loadedAccount = accountId;
  const startedAt = performance.now();
  const [catalogue, recruited] = await Promise.all([rollbook.students.catalogue(), consoleApi.readRoster()]);
  // Another account has signed in meanwhile.
  if (accountId !== loadedAccount) return UNCHANGED;
  return batch(() => {
    const isFirst = !isRosterLoaded.peek();
    if (catalogue.version !== catalogueVersion.peek()) replaceCatalogue(catalogue);
    const changes = compareListing(recruited, startedAt, !isFirst);
    if (isFirst || changes.changed > 0) revision.value += 1;
    isRosterLoaded.value = true;
    rosterLoadedAt.value = Date.now();
    return isFirst ? UNCHANGED : changes;
  });
}

/** For another account that has signed in. */
function forgetRoster(): void {
  isRosterLoaded.value = false;
  lastChange.value = undefined;
  catalogueVersion.value = '';
  students.value = [];
  byUid = new Map();
  forgetOwnWrites();
}

function replaceCatalogue(catalogue: { version: string; students: readonly CatalogueStudent[] }): void {
  catalogueVersion.value = catalogue.version;
  students.value = catalogue.students.map((student) =>
    Object.assign(byUid.get(student.studentUid) ?? createStored(), { student }),
  );
  byUid = new Map(students.value.map((stored) => [stored.student.studentUid, stored]));
}

const createStored = (): Omit<StoredStudent, 'student'> => ({
  state: signal(null),
  isSaving: signal(false),
  changesElsewhere: signal(0),
  known: null,
  writtenAt: 0,
  lastWrite: Promise.resolve(),
});

function compareListing(
  recruited: readonly RecruitedStudent[],
  startedAt: number,
  isNews: boolean,
): RosterChanges {
  const listed = new Map(recruited.map((student) => [student.studentUid, student]));
  let changed = 0;
  let changedElsewhere = 0;
  for (const stored of students.peek()) {
    const current = listed.get(stored.student.studentUid) ?? null;
    if (stored.isSaving.peek() || stored.writtenAt >= startedAt) continue;
    const isOwn = takeOwnWrite(stored.student.studentUid, current);
    if (isSameState(stored.known, current)) continue;
    show(stored, current);
    changed += 1;
    if (!isNews || isOwn) continue;
    changedElsewhere += 1;
    stored.changesElsewhere.value += 1;
  }
  return { changed, changedElsewhere };
}

function show(stored: StoredStudent, state: GrowthState | null): void {
  stored.known = state;
  stored.state.value = state;
}

/** `changes` registers or patches a student; null removes it. */
export interface WantedChange {
  readonly studentUid: string;
  readonly changes: StudentPatch | null;
}

/** Saves one change and remembers it for undo. Throws a StudentConflict if another tool was faster. */
export async function changeStudent(wanted: WantedChange): Promise<void> {
  lastChange.value = [await save(wanted)];
}

export interface BulkReport {
  readonly saved: readonly StudentChange[];
  readonly conflicts: readonly string[];
  readonly failed: readonly { readonly studentUid: string; readonly error: unknown }[];
}

const CONCURRENCY = 6;

/** Saves many changes, which undo takes back together. Goes on after a failure of one of them. */
export async function changeStudents(
  wanted: readonly WantedChange[],
  onProgress: (done: number) => void,
): Promise<BulkReport> {
  const saved: StudentChange[] = [];
  const conflicts: string[] = [];
  const failed: { studentUid: string; error: unknown }[] = [];
  const queue = wanted.values();
  const work = async () => {
    for (const one of queue) {
      try {
        saved.push(await save(one));
      } catch (error) {
        if (error instanceof StudentConflict) conflicts.push(one.studentUid);
        else failed.push({ studentUid: one.studentUid, error });
      }
      onProgress(saved.length + conflicts.length + failed.length);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  if (saved.length > 0) lastChange.value = saved;
  return { saved, conflicts, failed };
}

/** Takes the last change back, except for students that another tool has changed since. */
export async function undoLastChange(onProgress: (done: number) => void = () => {}): Promise<BulkReport> {
  const inverted = invertChanges(lastChange.peek() ?? []);
  lastChange.value = undefined;
  const [current, outdated] = [
    inverted.filter((change) => isStillCurrent(byUid.get(change.studentUid)?.known ?? null, change)),
    inverted.filter((change) => !isStillCurrent(byUid.get(change.studentUid)?.known ?? null, change)),
  ];
  const report = await changeStudents(
    current.map(({ studentUid, after }) => ({ studentUid, changes: after })),
    onProgress,
  );
  return { ...report, conflicts: [...report.conflicts, ...outdated.map(({ studentUid }) => studentUid)] };
}

/** Shows the change at once, and what the service has as soon as the last write of the student has ended. */
async function save({ studentUid, changes }: WantedChange): Promise<StudentChange> {
  const stored = byUid.get(studentUid);
  if (stored === undefined) throw new RangeError(`there is no student ${studentUid}`);
  stored.isSaving.value = true;
  stored.state.value = predict(stored.state.peek(), changes);
  revision.value += 1;
  const write = stored.lastWrite.then(() => writeKnown(stored, changes));
  const ended = write.then(
    () => {},
    () => {},
  );
  stored.lastWrite = ended;
  try {
    return await write;
  } finally {
    if (stored.lastWrite === ended) {
      stored.isSaving.value = false;
      stored.state.value = stored.known;
      revision.value += 1;
    }
  }
}

const predict = (state: GrowthState | null, changes: StudentPatch | null): GrowthState | null => {
  if (changes === null) return null;
  return state === null ? applyRegistration(undefined, changes) : applyPatch(state, changes);
};

async function writeKnown(stored: StoredStudent, changes: StudentPatch | null): Promise<StudentChange> {
  const { known: before, student } = stored;
  try {
    stored.known = await send(student.studentUid, before, changes);
    return { studentUid: student.studentUid, before, after: stored.known };
  } catch (error) {
    if (error instanceof StudentConflict) {
      stored.known = error.current;
      stored.changesElsewhere.value += 1;
    }
    throw error;
  } finally {
    stored.writtenAt = performance.now();
  }
}

/** Sends only what differs, and returns the state that the service answers. */
async function send(
  studentUid: string,
  before: GrowthState | null,
  changes: StudentPatch | null,
): Promise<GrowthState | null> {
  if (before === null) return changes === null ? null : registerStudent(studentUid, changes);
  if (changes === null) {
    await removeStudent(studentUid, before);
    return null;
  }
  const missing = changesTo(before, changes);
  return Object.keys(missing).length === 0 ? before : patchStudent(studentUid, before, missing);
}
