import { batch, computed, signal } from '@preact/signals';
import { isConnected, reconnections } from '../api/connection-state.ts';
import { ConsoleError, type ConsoleFailure } from '../api/console-error.ts';
import { noteSessionError } from '../session/session-state.ts';
import { type Edit, type EditOutcome, isUnsent } from './edit.ts';
import {
  countUnstored,
  deleteEdit,
  isStillStored,
  readEdits,
  watchEdits,
  writeEdit,
} from './edit-storage.ts';
import {
  clearRetry,
  isRetryDue,
  keepWaiting,
  onRetry,
  retryLater,
  shortenRetries,
  stall,
  stallAfter,
} from './retry-timer.ts';

/** Queues that are sent at once. */
const CONCURRENCY = 6;
/** After these the same edit would fail again. */
const REFUSALS: readonly ConsoleFailure[] = ['invalid_request', 'not_found'];
/** After these the edits of other queues may well be saved. */
const UNCLEAR: readonly ConsoleFailure[] = ['internal_error', 'unexpected_response'];

/** What is entered of an edit; the outbox adds the rest. */
export type NewEdit<E extends Edit> = Omit<E, Exclude<keyof Edit, 'before' | 'isUndo'>>;

/** What became of an edit that was sent, or how it is sent again. */
export type SentEdit<E, Outcome> = { readonly edit: E } & (
  | { readonly outcome: Outcome }
  | { readonly next: E }
);

/** One kind of what players edit, and its edits that the service has not confirmed. */
export abstract class EditKind<E extends Edit, Outcome extends EditOutcome> {
  /** In order. */
  readonly edits = signal<readonly E[]>([]);
  abstract readonly name: E['kind'];
  /** How many edits go in one request: the first of each key. */
  readonly batchSize: number = 1;
  #listeners: readonly ((edit: E, outcome: Outcome) => void)[] = [];

  /** Takes up the edits of this kind that an earlier page left behind, if somebody is signed in already. */
  register(): this {
    const kind = this as unknown as AnyKind;
    const isStalled = stall.peek() !== undefined;
    kinds.value = [...kinds.peek(), kind];
    if (account !== undefined && !takeUp([kind]) && !isStalled) void sendAll();
    return this;
  }

  /** What is edited. The edits of one key are sent one after the other. */
  abstract keyOf(edit: E): string;
  /** Tells of at least one of the edits; the others are sent again. Throws if the service did not take them. */
  abstract send(accountId: string, edits: readonly E[]): Promise<readonly SentEdit<E, Outcome>[]>;
  /** For an edit that another tab has sent. */
  abstract noteSavedElsewhere(edit: E): Outcome;

  /** Which edits an error is about that refuses them together. */
  findRefused(edits: readonly E[], _error: ConsoleError): readonly E[] {
    return edits;
  }

  /** Called before the edit leaves or changes its place in `edits`. */
  onOutcome(listener: (edit: E, outcome: Outcome) => void): void {
    this.#listeners = [...this.#listeners, listener];
  }

  tell(edit: E, outcome: Outcome): void {
    for (const listener of [...this.#listeners, ...listeners]) listener(edit, outcome);
  }

  /** Keeps edits on this device and sends them. Each resolves when it is saved, waits, or needs a decision. */
  enqueue(list: readonly NewEdit<E>[]): Promise<Outcome>[] {
    const accountId = account;
    if (accountId === undefined) throw new Error('nobody is signed in');
    const added = list.map((entered) => ({ ...entered, id: nextId(), kind: this.name }) as unknown as E);
    for (const edit of added) writeEdit(accountId, edit);
    this.edits.value = [...this.edits.peek(), ...added];
    const outcomes = added.map(({ id }) => {
      const { promise, resolve } = Promise.withResolvers<Outcome>();
      callers.set(id, resolve as (outcome: EditOutcome) => void);
      return promise;
    });
    this.sendAdded(added);
    return outcomes;
  }

  sendAdded(list: readonly E[]): void {
    if (stall.peek() !== undefined) markWaiting(list);
    else if (!isConnected.peek()) stopSending(undefined);
    else
      for (const queue of new Set(list.map((edit) => this.queueOf(edit))))
        void sendQueue(this as unknown as AnyKind, queue);
  }

  /** Sends what a kind holds back for a pause. */
  flush(): void {}

  /** What goes together in one request is one queue. */
  queueOf(edit: E): string {
    return this.batchSize > 1 ? this.name : this.keyOf(edit);
  }
}

type AnyKind = EditKind<Edit, EditOutcome>;
type OutcomeListener = (edit: Edit, outcome: EditOutcome) => void;

const kinds = signal<readonly AnyKind[]>([]);
const kindOf = ({ kind }: Edit): AnyKind | undefined => kinds.peek().find(({ name }) => name === kind);
let listeners: readonly OutcomeListener[] = [];
let loadKinds: () => Promise<unknown> = async () => {};

/** The edits of the account that the service has not confirmed. */
export const allEdits = computed(() => kinds.value.flatMap(({ edits }) => edits.value));
onRetry(() => void sendAll());

let account: string | undefined;
const callers = new Map<string, (outcome: EditOutcome) => void>();
const beingSent = new Set<string>();
export const isBeingSent = ({ id }: Edit): boolean => beingSent.has(id);

/** Called once. `load` registers the kinds that are not there yet, for edits that an earlier page left behind. */
export function startOutbox(load: () => Promise<unknown>): void {
  loadKinds = load;
  watchEdits(noteStoredEdit);
  reconnections.subscribe((count) => {
    if (count > 0) retryNow();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') for (const kind of kinds.peek()) kind.flush();
  });
  addEventListener('beforeunload', (event) => {
    if (countUnstored() > 0) event.preventDefault();
  });
}

/** Takes up the edits of the account that has signed in; without one, none is sent. */
export function openOutbox(accountId: string | undefined): void {
  if (accountId === account) return;
  account = accountId;
  callers.clear();
  if (!takeUp(kinds.peek())) void sendAll();
}

/** Returns whether an answer has asked to wait. */
function takeUp(list: readonly AnyKind[]): boolean {
  const left = (account === undefined ? [] : readEdits(account)).filter(({ isDropped }) => !isDropped);
  // What an earlier page left behind was not sent at once.
  const waiting = left.map((edit) => (isUnsent(edit) ? { ...edit, isWaiting: true } : edit));
  batch(() => {
    for (const { edits, name } of list) edits.value = waiting.filter(({ kind }) => kind === name);
  });
  if (left.some((edit) => kindOf(edit) === undefined)) loadOthers();
  return keepWaiting(left);
}

/** Without a connection, the page that needs them says so. */
const loadOthers = (): void => void loadKinds().catch(() => {});

/** Called for edits of all kinds, before the edit leaves or changes its place. */
export function onEditOutcome(listener: OutcomeListener): void {
  listeners = [...listeners, listener];
}

/** Sends what waits, unless an answer has asked to wait longer. */
export function retryNow(): void {
  if (stall.peek()?.isAskedFor) return;
  shortenRetries();
  void sendAll();
}

/** Forgets edits, also in other tabs, which must not take them for saved. */
export function dropEdits(list: readonly Edit[]): void {
  for (const edit of list) {
    if (account !== undefined && isUnsent(edit)) writeEdit(account, { ...edit, isDropped: true });
    replaceEdit(edit, undefined);
  }
}

let lastTime = 0;

/** Ascending, also after a clock was set back. */
function nextId(): string {
  const times = kinds.peek().map(({ edits }) => Number(edits.peek().at(-1)?.id.split('-', 1)[0] ?? 0));
  lastTime = Math.max(Date.now(), ...[lastTime, ...times].map((time) => time + 1));
  return `${String(lastTime).padStart(15, '0')}-${crypto.randomUUID()}`;
}

/** Only what neither this tab nor another one has settled. */
export function replaceEdit(edit: Edit, next: Edit | undefined): void {
  const isKnown = allEdits.peek().some(({ id }) => id === edit.id);
  if (account === undefined || !isKnown) return;
  if (next === undefined) deleteEdit(account, edit.id);
  else if (isStillStored(account, edit.id)) writeEdit(account, next);
  putEdit(edit, next);
}

function putEdit(edit: Edit, next: Edit | undefined): void {
  const edits = kindOf(edit)?.edits;
  if (edits === undefined) return;
  const list = edits.peek();
  const at = list.findIndex(({ id }) => id === edit.id);
  if (at >= 0) edits.value = next === undefined ? list.toSpliced(at, 1) : list.with(at, next);
  else if (next !== undefined) edits.value = [...list, next].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Sends everything that waits, the queues at the same time and the edits of each in order. */
async function sendAll(): Promise<void> {
  clearRetry();
  const waiting = kinds
    .peek()
    .flatMap((kind) =>
      [...new Set(findUnsent(kind).map((edit) => kind.queueOf(edit)))].map((queue) => ({ kind, queue })),
    );
  const queues = waiting.values();
  const work = async () => {
    for (const { kind, queue } of queues) {
      if (stall.peek() !== undefined) return;
      await sendQueue(kind, queue);
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, waiting.length) }, work));
}

/** Under a lock, so that no other tab sends the same edit. */
async function sendQueue(kind: AnyKind, queue: string): Promise<void> {
  const accountId = account;
  const sentKeys = new Set<string>();
  await navigator.locks.request(`rollbook-edit ${accountId} ${kind.name} ${queue}`, async () => {
    while (accountId !== undefined && account === accountId && stall.peek() === undefined) {
      const edits = firstOfEachKey(kind, queue);
      for (const edit of edits) sentKeys.add(kind.keyOf(edit));
      const saved = edits.filter(({ id }) => !isStillStored(accountId, id));
      for (const edit of saved) noteSavedElsewhere(edit);
      if (saved.length > 0) continue;
      if (edits.length === 0) return;
      if (!(await sendEdits(kind, accountId, edits))) {
        sentKeys.clear();
        return;
      }
    }
  });
  await sendBehind(kind, sentKeys, queue);
}

/** Sends the edits of these keys in other queues, which waited for what this one has sent. */
async function sendBehind(kind: AnyKind, keys: ReadonlySet<string>, sent: string): Promise<void> {
  if (stall.peek() !== undefined) return;
  const behind = findUnsent(kind).filter((edit) => keys.has(kind.keyOf(edit)));
  const queues = new Set(behind.map((edit) => kind.queueOf(edit)));
  queues.delete(sent);
  await Promise.all([...queues].map((queue) => sendQueue(kind, queue)));
}

const findUnsent = ({ edits }: AnyKind): Edit[] => edits.peek().filter(isUnsent);

/** The next of a queue: none of a key whose earlier edit stands in another one. */
function firstOfEachKey(kind: AnyKind, queue: string): Edit[] {
  const byKey = Map.groupBy(findUnsent(kind), (edit) => kind.keyOf(edit));
  return [...byKey.values()]
    .flatMap(([first = []]) => first)
    .filter((edit) => kind.queueOf(edit) === queue)
    .slice(0, kind.batchSize);
}

/** Returns false if the edits behind these must wait with them. */
async function sendEdits(kind: AnyKind, accountId: string, edits: readonly Edit[]): Promise<boolean> {
  for (const { id } of edits) beingSent.add(id);
  try {
    const sent = await kind.send(accountId, edits);
    if (sent.length === 0) throw new ConsoleError('unexpected_response', 'of no edit');
    batch(() => {
      for (const one of sent)
        if (account === accountId)
          if ('next' in one) replaceEdit(one.edit, one.next);
          else settle(one.edit, one.outcome);
        else if ('outcome' in one && one.outcome.kind === 'saved') deleteEdit(accountId, one.edit.id);
    });
    shortenRetries();
    return true;
  } catch (error) {
    return account === accountId && handleFailure(kind, edits, error);
  } finally {
    for (const { id } of edits) beingSent.delete(id);
  }
}

function handleFailure(kind: AnyKind, edits: readonly Edit[], error: unknown): boolean {
  const code = error instanceof ConsoleError ? error.code : undefined;
  if (error instanceof ConsoleError && REFUSALS.includes(error.code)) {
    const refused = kind.findRefused(edits, error);
    for (const edit of refused.length > 0 ? refused : edits) settle(edit, { kind: 'refused', error });
    return true;
  }
  for (const { id } of edits) beingSent.delete(id);
  noteSessionError(error);
  if (code !== undefined && UNCLEAR.includes(code)) retryLater();
  else stopSending(error);
  const queues = new Set(edits.map((edit) => kind.queueOf(edit)));
  const keys = new Set(edits.map((edit) => kind.keyOf(edit)));
  markWaiting(
    findUnsent(kind).filter((edit) => queues.has(kind.queueOf(edit)) || keys.has(kind.keyOf(edit))),
  );
  return false;
}

function settle(edit: Edit, outcome: EditOutcome): void {
  if (outcome.kind === 'waiting') return;
  const held = outcome.kind === 'saved' || edit.isUndo ? undefined : { ...edit, problem: outcome.kind };
  batch(() => {
    kindOf(edit)?.tell(edit, outcome);
    replaceEdit(edit, held);
  });
  tellCaller(edit, outcome);
}

/** Whoever has submitted the edit. */
export function tellCaller({ id }: Edit, outcome: EditOutcome): void {
  callers.get(id)?.(outcome);
  callers.delete(id);
}

/** Nothing more is sent until the next attempt. */
function stopSending(error: unknown): void {
  stallAfter(error);
  markWaiting(allEdits.peek());
}

function markWaiting(list: readonly Edit[]): void {
  const { until, isAskedFor } = stall.peek() ?? {};
  const retryAt = isAskedFor ? until : undefined;
  batch(() => {
    for (const edit of list) {
      if (!isUnsent(edit) || beingSent.has(edit.id)) continue;
      const outcome = { kind: 'waiting', editId: edit.id } as const;
      if (!edit.isWaiting) kindOf(edit)?.tell(edit, outcome);
      if (!edit.isWaiting || edit.retryAt !== retryAt)
        replaceEdit(edit, { ...edit, isWaiting: true, retryAt });
      tellCaller(edit, outcome);
    }
  });
}

/** Another tab has sent the edit. */
function noteSavedElsewhere(edit: Edit): void {
  const outcome = kindOf(edit)?.noteSavedElsewhere(edit);
  if (outcome !== undefined) settle(edit, outcome);
}

/** What another tab has written. */
function noteStoredEdit(accountId: string, id: string, edit: Edit | undefined): void {
  if (accountId !== account) return;
  if (edit?.isWaiting && kindOf(edit) === undefined) loadOthers();
  const known = allEdits.peek().find((one) => one.id === id);
  if (edit !== undefined) putEdit(edit, edit.isDropped ? undefined : edit);
  // The lock tells about an edit that this tab is about to send as well.
  else if (known !== undefined && isUnsent(known)) noteSavedElsewhere(known);
  else if (known !== undefined) putEdit(known, undefined);
  if (edit === undefined && known !== undefined) sendWhatWaitedFor(known);
  // The other tab may be closed before it sends the edit.
  if (edit?.isWaiting && !edit.isDropped && !keepWaiting([edit]) && !isRetryDue()) retryLater();
}

/** What another tab was first with. */
function sendWhatWaitedFor(edit: Edit): void {
  const kind = kindOf(edit);
  if (kind !== undefined) void sendBehind(kind, new Set([kind.keyOf(edit)]), kind.queueOf(edit));
}
