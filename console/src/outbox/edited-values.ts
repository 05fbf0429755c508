import { batch, computed, signal } from '@preact/signals';
import type { ConsoleError } from '../api/console-error.ts';
import { PlanConflict } from '../api/plan-api.ts';
import { BY_URGENCY, type EditOutcome, isUnsent } from './edit.ts';
import {
  dropEdits,
  EditKind,
  isBeingSent,
  type NewEdit,
  replaceEdit,
  type SentEdit,
  tellCaller,
} from './outbox.ts';
import { stall } from './retry-timer.ts';
import type { ValueChange, ValueEdit, ValueMerge } from './value-edit.ts';

export const findMostUrgent = (outcomes: readonly EditOutcome[]): EditOutcome =>
  BY_URGENCY.map((urgent) => outcomes.find(({ kind }) => kind === urgent)).find(Boolean) ?? { kind: 'saved' };

interface ValueOptions<Value> {
  readonly name: ValueEdit<Value>['kind'];
  readonly batchSize: number;
  /** How long nothing more must have been entered before it is sent. */
  readonly pauseMs?: number;
  readonly list: (accountId: string) => Promise<ReadonlyMap<string, Value>>;
  /** Returns all values. Throws a PlanConflict. */
  readonly change: (
    accountId: string,
    edits: readonly ValueEdit<Value>[],
  ) => Promise<ReadonlyMap<string, Value>>;
  /** What errors call the edit at this place of a request. */
  readonly fieldOf: (edit: ValueEdit<Value>, at: number) => string;
  readonly merge: (change: ValueChange<Value>, current: Value | null) => ValueMerge<Value>;
  /** What the player has decided for a conflict. */
  readonly decide: (change: ValueChange<Value>, current: Value | null, isMine: boolean) => Value | null;
  /** What is left of a held edit after a later one of the same key; undefined is nothing. */
  readonly withoutLater: (held: ValueEdit<Value>, later: ValueChange<Value>) => ValueEdit<Value> | undefined;
}

/** The goals or the counts of the account: what the service has, and the edits on top of it. */
export class EditedValues<Value> extends EditKind<ValueEdit<Value>, EditOutcome> {
  readonly name: ValueEdit<Value>['kind'];
  override readonly batchSize: number;
  readonly isLoaded = signal(false);
  readonly #options: ValueOptions<Value>;
  #pause: ReturnType<typeof setTimeout> | undefined;
  /** What the service has, as far as is known. A value that has not changed is the same object. */
  readonly #saved = signal<ReadonlyMap<string, Value>>(new Map());
  #loadedAccount = '';
  /** Counts the writes, so that a listing which began before one is not taken for the newest. */
  #writes = 0;

  constructor(options: ValueOptions<Value>) {
    super();
    this.#options = options;
    this.name = options.name;
    this.batchSize = options.batchSize;
  }

  /** Those that need a decision. */
  readonly held = computed(() => this.edits.value.filter((edit) => !isUnsent(edit)));

  /** With what is not saved yet. An edit that needs a decision is not among them. */
  readonly shown = computed<ReadonlyMap<string, Value>>(() => {
    const shown = new Map(this.#saved.value);
    for (const { key, value } of this.edits.value.filter(isUnsent))
      if (value === null) shown.delete(key);
      else shown.set(key, value);
    return shown;
  });

  findSaved(key: string): Value | null {
    return this.#saved.value.get(key) ?? null;
  }

  /** Whether what is shown is of this account. */
  isOf(accountId: string): boolean {
    return this.isLoaded.value && accountId === this.#loadedAccount;
  }

  async load(accountId: string): Promise<void> {
    if (accountId !== this.#loadedAccount) {
      this.#loadedAccount = accountId;
      this.isLoaded.value = false;
      this.#saved.value = new Map();
    }
    const before = this.#writes;
    const listed = await this.#options.list(accountId);
    if (accountId === this.#loadedAccount && this.#writes === before) this.#takeListing(listed);
  }

  #takeListing(listed: ReadonlyMap<string, Value>): void {
    this.#note([...this.#saved.peek().keys()], listed);
    this.isLoaded.value = true;
    // What was changed elsewhere may have been changed back.
    for (const edit of this.held.peek())
      if (
        edit.problem === 'conflict' &&
        this.#options.merge(edit, this.findSaved(edit.key)).kind !== 'conflict'
      )
        this.decide(edit, true);
  }

  /** Of these keys, the service has these values and no others. */
  #note(keys: readonly string[], current: ReadonlyMap<string, Value>): void {
    const known = this.#saved.peek();
    const next = new Map(known);
    for (const key of keys) next.delete(key);
    for (const [key, value] of current) {
      const before = known.get(key);
      next.set(
        key,
        before !== undefined && JSON.stringify(before) === JSON.stringify(value) ? before : value,
      );
    }
    const isSame = next.size === known.size && [...next].every(([key, value]) => known.get(key) === value);
    if (!isSame) this.#saved.value = next;
  }

  /** Shows changes at once and sends them. Resolves with what needs the most attention of what became of them. */
  async change(changes: readonly (ValueChange<Value> & { readonly key: string })[]): Promise<EditOutcome> {
    // What is changed again is decided by that.
    for (const held of this.held.peek()) {
      const later = changes.find(({ key }) => key === held.key);
      if (later === undefined) continue;
      const left = this.#options.withoutLater(held, later);
      if (left === undefined) dropEdits([held]);
      else replaceEdit(held, left);
    }
    return findMostUrgent(await Promise.all(this.enqueue(changes)));
  }

  /** An edit takes the place of the one before it of the same key that is not on its way. */
  override enqueue(list: readonly NewEdit<ValueEdit<Value>>[]): Promise<EditOutcome>[] {
    const replaced = list.map(({ key }) =>
      this.edits.peek().findLast((one) => one.key === key && isUnsent(one) && !isBeingSent(one)),
    );
    return batch(() => {
      const outcomes = super.enqueue(
        list.map((edit, at) => ({ ...edit, before: (replaced[at] ?? edit).before })),
      );
      for (const [at, earlier] of replaced.entries()) {
        if (earlier === undefined) continue;
        void outcomes[at]?.then((outcome) => tellCaller(earlier, outcome));
        dropEdits([earlier]);
      }
      return outcomes;
    });
  }

  override sendAdded(list: readonly ValueEdit<Value>[]): void {
    const { pauseMs } = this.#options;
    if (pauseMs === undefined || stall.peek() !== undefined) {
      super.sendAdded(list);
      return;
    }
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.flush(), pauseMs);
  }

  override flush(): void {
    clearTimeout(this.#pause);
    const list = this.edits.peek().filter((edit) => isUnsent(edit) && !edit.isWaiting);
    if (this.#pause !== undefined && list.length > 0) super.sendAdded(list);
    this.#pause = undefined;
  }

  /** Saves what the player has decided for a held edit. */
  decide(edit: ValueEdit<Value>, isMine: boolean): void {
    const { key } = edit;
    const before = this.findSaved(key);
    const value = this.#options.decide(edit, before, isMine);
    if (JSON.stringify(value) !== JSON.stringify(before)) void this.enqueue([{ key, before, value }]);
    dropEdits([edit]);
  }

  keyOf({ key }: ValueEdit<Value>): string {
    return key;
  }

  override findRefused(edits: readonly ValueEdit<Value>[], { fields }: ConsoleError) {
    const isNamed = (name: string) => fields.some(({ field }) => `${field}.`.startsWith(`${name}.`));
    return edits.filter((edit, at) => isNamed(this.#options.fieldOf(edit, at)));
  }

  noteSavedElsewhere({ key, value }: ValueEdit<Value>): EditOutcome {
    this.#note([key], new Map(value === null ? [] : [[key, value]]));
    return { kind: 'saved' };
  }

  async send(
    accountId: string,
    edits: readonly ValueEdit<Value>[],
  ): Promise<SentEdit<ValueEdit<Value>, EditOutcome>[]> {
    const isShown = () => accountId === this.#loadedAccount;
    this.#writes += 1;
    try {
      const listed = await this.#options.change(accountId, edits);
      if (isShown()) this.#takeListing(listed);
      return edits.map((edit) => ({ edit, outcome: { kind: 'saved' } }));
    } catch (error) {
      if (!(error instanceof PlanConflict)) throw error;
      const current = error.current as ReadonlyMap<string, Value>;
      if (isShown())
        this.#note(
          edits.map(({ key }) => key),
          current,
        );
      return edits.flatMap((edit) => this.#mergeOrHold(edit, current.get(edit.key) ?? null));
    } finally {
      this.#writes += 1;
    }
  }

  /** Nothing if the value is the one that the player saw. */
  #mergeOrHold(edit: ValueEdit<Value>, current: Value | null): SentEdit<ValueEdit<Value>, EditOutcome>[] {
    if (JSON.stringify(edit.before) === JSON.stringify(current)) return [];
    const merge = this.#options.merge(edit, current);
    if (merge.kind === 'merged') return [{ edit, next: { ...edit, before: current, value: merge.value } }];
    return [{ edit, outcome: { kind: merge.kind === 'reached' ? 'saved' : 'conflict' } }];
  }
}
