import { batch, signal } from '@preact/signals';
import type { GrowthState } from '../../../contract/state-fields.ts';
import { isConnected, reconnections } from '../api/connection-state.ts';
import { ConsoleError, type ConsoleFailure } from '../api/console-error.ts';
import { StudentConflict, writeStudent } from '../api/write-student.ts';
import { noteSessionError } from '../session-state.ts';
import {
  countUnstored,
  deleteEdit,
  isStillStored,
  readEdits,
  watchEdits,
  writeEdit,
} from './edit-storage.ts';
import {
  applyEdit,
  type EditOutcome,
  mergeEdit,
  type StudentEdit,
  stateWithoutEdit,
  withoutFields,
} from './student-edit.ts';

type OutcomeListener = (edit: StudentEdit, outcome: EditOutcome) => void;

/** Students that are written at once. */
const CONCURRENCY = 6;
const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 60_000;
/** A longer wait is a mistake of a clock: the console's limits last ten minutes. */
const MAX_ASKED_WAIT_MS = 900_000;
/** After these the same edit would fail again. */
const REFUSALS: readonly ConsoleFailure[] = ['invalid_request', 'not_found'];
/** After these other students' edits may well be saved. */
const UNCLEAR: readonly ConsoleFailure[] = ['internal_error', 'unexpected_response'];

/** The edits of the account that the service has not confirmed, in order. */
export const edits = signal<readonly StudentEdit[]>([]);
/** Set while no edit is sent: until the next attempt, or the return of the connection if no answer asked to wait. */
export const stall = signal<{ readonly until: number; readonly isAskedFor: boolean } | undefined>(undefined);

let account: string | undefined;
let listeners: readonly OutcomeListener[] = [];
let retryMs = FIRST_RETRY_MS;
let timer: ReturnType<typeof setTimeout> | undefined;
const callers = new Map<string, (outcome: EditOutcome) => void>();
const beingSent = new Set<string>();

/** Called before the edit leaves or changes its place in `edits`. */
export function onEditOutcome(listener: OutcomeListener): void {
  listeners = [...listeners, listener];
}

export const isUnsent = ({ problem }: StudentEdit): boolean => problem === undefined;

/** Takes up the edits of the account that has signed in; without one, none is sent. */
export function openOutbox(accountId: string | undefined): void {
  if (accountId === account) return;
  account = accountId;
  callers.clear();
  // What an earlier page left behind was not sent at once.
  const left = accountId === undefined ? [] : readEdits(accountId);
  edits.value = left.map((edit) => (isUnsent(edit) ? { ...edit, isWaiting: true } : edit));
  if (!keepWaiting(left)) void sendAll();
}

/** Keeps an edit on this device and sends it. Resolves when it is saved, waits, or needs a decision. */
export function submitEdit(edit: Omit<StudentEdit, 'id' | 'isWaiting' | 'problem'>): Promise<EditOutcome> {
  const accountId = account;
  if (accountId === undefined) throw new Error('nobody is signed in');
  const stored: StudentEdit = { ...edit, id: nextId() };
  writeEdit(accountId, stored);
  edits.value = [...edits.peek(), stored];
  return new Promise((resolve) => {
    callers.set(stored.id, resolve);
    if (stall.peek() !== undefined) markWaiting([stored]);
    else if (isConnected.peek()) void sendEditsOf(edit.studentUid);
    else stopSending(undefined);
  });
}

/** Forgets what was kept for a decision: all of a student, or the fields that were decided. */
export function dropHeldEdits(studentUid: string, fields?: readonly string[]): void {
  for (const edit of edits.peek())
    if (edit.studentUid === studentUid && !isUnsent(edit))
      replaceEdit(edit, fields && withoutFields(edit, fields));
}

/** Ascending, also after a clock was set back. */
function nextId(): string {
  const last = Number(edits.peek().at(-1)?.id.split('-', 1)[0] ?? 0);
  return `${String(Math.max(Date.now(), last + 1)).padStart(15, '0')}-${crypto.randomUUID()}`;
}

function replaceEdit(edit: StudentEdit, next: StudentEdit | undefined): void {
  if (account === undefined) return;
  if (next === undefined) deleteEdit(account, edit.id);
  // Not what another tab has settled.
  else if (isStillStored(account, edit.id)) writeEdit(account, next);
  putEdit(edit.id, next);
}

function putEdit(id: string, next: StudentEdit | undefined): void {
  const list = edits.peek();
  const at = list.findIndex((one) => one.id === id);
  if (at >= 0) edits.value = next === undefined ? list.toSpliced(at, 1) : list.with(at, next);
  else if (next !== undefined) edits.value = [...list, next].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Sends everything that waits, the students at the same time and the edits of each in order. */
async function sendAll(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  stall.value = undefined;
  const uids = new Set(
    edits
      .peek()
      .filter(isUnsent)
      .map(({ studentUid }) => studentUid),
  );
  const queue = uids.values();
  const work = async () => {
    for (const uid of queue) {
      if (stall.peek() !== undefined) return;
      await sendEditsOf(uid);
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, uids.size) }, work));
}

/** Under a lock, so that no other tab sends the same edit. */
async function sendEditsOf(studentUid: string): Promise<void> {
  const accountId = account;
  await navigator.locks.request(`rollbook-edit ${accountId} ${studentUid}`, async () => {
    while (accountId !== undefined && account === accountId && stall.peek() === undefined) {
      const edit = edits.peek().find((one) => one.studentUid === studentUid && isUnsent(one));
      if (edit === undefined) return;
      if (!isStillStored(accountId, edit.id)) noteSavedElsewhere(edit);
      else if (!(await sendEdit(accountId, edit))) return;
    }
  });
}

/** Returns false if the edits behind this one must wait with it. */
async function sendEdit(accountId: string, edit: StudentEdit): Promise<boolean> {
  beingSent.add(edit.id);
  try {
    const after = await writeStudent(accountId, edit);
    if (account !== accountId) deleteEdit(accountId, edit.id);
    else settle(edit, { kind: 'saved', before: edit.before, after });
    retryMs = FIRST_RETRY_MS;
    return true;
  } catch (error) {
    return account === accountId && handleFailure(edit, error);
  } finally {
    beingSent.delete(edit.id);
  }
}

function handleFailure(edit: StudentEdit, error: unknown): boolean {
  if (error instanceof StudentConflict) {
    mergeOrHold(edit, error.current);
    return true;
  }
  const code = error instanceof ConsoleError ? error.code : undefined;
  if (code !== undefined && REFUSALS.includes(code)) {
    settle(edit, { kind: 'refused', error });
    return true;
  }
  beingSent.delete(edit.id);
  noteSessionError(error);
  if (code !== undefined && UNCLEAR.includes(code)) retryLater();
  else stopSending(error);
  markWaiting(edits.peek().filter(({ studentUid }) => studentUid === edit.studentUid));
  return false;
}

function mergeOrHold(edit: StudentEdit, current: GrowthState | null): void {
  const merge = mergeEdit(edit, current);
  if (merge.kind === 'merged') replaceEdit(edit, { ...edit, before: merge.before, changes: merge.changes });
  else if (merge.kind === 'reached')
    settle(edit, { kind: 'saved', before: stateWithoutEdit(edit, current), after: current });
  else settle(edit, { kind: 'conflict', current });
}

function settle(edit: StudentEdit, outcome: Exclude<EditOutcome, { kind: 'waiting' }>): void {
  const { kind } = outcome;
  const held = kind === 'saved' || edit.isUndo ? undefined : { ...edit, problem: kind };
  batch(() => {
    for (const listener of listeners) listener(edit, outcome);
    replaceEdit(edit, held);
  });
  callers.get(edit.id)?.(outcome);
  callers.delete(edit.id);
}

/** Nothing more is sent until the next attempt. */
function stopSending(error: unknown): void {
  const { retryAfterSeconds = 0 } = error instanceof ConsoleError ? error : {};
  if (retryAfterSeconds === 0) stall.value = { until: retryLater(), isAskedFor: false };
  else stopUntil(Date.now() + Math.max(retryAfterSeconds * 1000, retryMs));
  markWaiting(edits.peek());
}

/** Returns false if no wait is left that an answer has asked for, in an earlier page or another tab. */
function keepWaiting(list: readonly StudentEdit[]): boolean {
  const until = Math.max(0, ...list.map(({ retryAt = 0 }) => retryAt));
  const leftMs = until - Date.now();
  if (leftMs <= 0 || leftMs > MAX_ASKED_WAIT_MS) return false;
  stopUntil(until);
  return true;
}

function stopUntil(until: number): void {
  stall.value = { until, isAskedFor: true };
  schedule(until);
}

/** Returns when. */
function retryLater(): number {
  const until = Date.now() + retryMs;
  retryMs = Math.min(MAX_RETRY_MS, retryMs * 2);
  schedule(until);
  return until;
}

function schedule(until: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void sendAll(), until - Date.now());
}

function markWaiting(list: readonly StudentEdit[]): void {
  const { until, isAskedFor } = stall.peek() ?? {};
  const retryAt = isAskedFor ? until : undefined;
  batch(() => {
    for (const edit of list) {
      if (!isUnsent(edit) || beingSent.has(edit.id)) continue;
      const outcome = { kind: 'waiting', editId: edit.id } as const;
      if (!edit.isWaiting) for (const listener of listeners) listener(edit, outcome);
      if (!edit.isWaiting || edit.retryAt !== retryAt)
        replaceEdit(edit, { ...edit, isWaiting: true, retryAt });
      callers.get(edit.id)?.(outcome);
      callers.delete(edit.id);
    }
  });
}

/** Another tab has sent the edit. */
function noteSavedElsewhere(edit: StudentEdit): void {
  settle(edit, { kind: 'saved', before: edit.before, after: applyEdit(edit.before, edit) });
}

watchEdits((accountId, id, edit) => {
  if (accountId !== account) return;
  const known = edits.peek().find((one) => one.id === id);
  if (edit !== undefined) putEdit(id, edit);
  // The lock tells about an edit that this tab is about to send as well.
  else if (known !== undefined && isUnsent(known)) noteSavedElsewhere(known);
  else putEdit(id, undefined);
  // The other tab may be closed before it sends the edit.
  if (edit?.isWaiting && !keepWaiting([edit]) && timer === undefined) retryLater();
});

reconnections.subscribe((count) => {
  if (count === 0 || stall.peek()?.isAskedFor) return;
  retryMs = FIRST_RETRY_MS;
  void sendAll();
});

addEventListener('beforeunload', (event) => {
  if (countUnstored() > 0) event.preventDefault();
});
