import { signal } from '@preact/signals';
import type { Progress } from '../../../client/apply-plan.ts';
import type { PlanEntry } from '../../../client/plan-entry.ts';
import { Rollbook } from '../../../client/rollbook.ts';
import type { Report, RollbookError } from '../../../client/rollbook-error.ts';
import type { Retry } from '../../../client/transport.ts';
import { stateTag } from '../../../contract/state-tag.ts';
import type { WriteHeaders } from '../api/operation.ts';
import { clientOptions } from '../api/roster-client.ts';
import { noteSentWrite } from '../api/sent-writes.ts';
import { noteSessionError } from '../session/session-state.ts';
import type { WriteEntry } from './change-entries.ts';
import { addCancelled, addReport, type ChangeOutcome, isConflict, NO_OUTCOME } from './change-outcome.ts';

/** An attempt that has ended, and the outcome before and after it. */
export interface Attempt {
  readonly entries: readonly WriteEntry[];
  readonly before: ChangeOutcome;
  readonly after: ChangeOutcome;
}

interface ChangeWriterOptions {
  /** What the changes are in the history: the ID of an operation. */
  readonly beginOperation: () => string;
  /** The groups of the history that are taken back. None by default. */
  readonly takesBack?: () => readonly number[];
  /** Whether the write of a student may only raise. As it is told by default. */
  readonly raiseOnly?: (entry: PlanEntry) => boolean;
  /** What else the headers of a student's write say. Nothing by default. */
  readonly headersOf?: (studentUid: string) => WriteHeaders;
  /** Looks at these students again: others have changed them meanwhile. */
  readonly reviewAgain: (remaining: ReadonlySet<string>) => Promise<void>;
  /** Undefined when the attempt has ended. */
  readonly onProgress?: (progress: Progress | undefined, accountId: string) => void;
  /** Before the report is shown. */
  readonly onWritten?: (attempt: Attempt) => Promise<void>;
}

/** How far the changes are written. */
interface ChangeProgress extends Progress {
  /** Why and until when nothing goes on. */
  readonly wait: { readonly isForLimit: boolean; readonly until: number } | undefined;
  readonly isCancelling: boolean;
}

/**
 * Writes many changes of the roster, which the player has reviewed: those of an import, of a take-back, of a restore.
 * Its state outlives the page: the writing goes on while the player looks at other pages.
 */
export class ChangeWriter {
  readonly step = signal<'start' | 'review' | 'apply' | 'report'>('start');
  /** Set by each move to another step, whose heading then takes the focus. */
  readonly isStepNew = signal(false);
  readonly progress = signal<ChangeProgress>({ done: 0, total: 0, wait: undefined, isCancelling: false });
  readonly outcome = signal<ChangeOutcome>(NO_OUTCOME);
  /** Why writing did not begin. */
  readonly error = signal<unknown>(undefined);
  /** The group of the changes in the history. */
  readonly group = signal<number | undefined>(undefined);
  readonly rollbook = new Rollbook(
    clientOptions({
      accountId: () => this.accountId,
      onRetry: (retry) => this.#noteRetry(retry),
      onWrite: noteSentWrite,
      headersOf: (studentUid) => this.#options.headersOf?.(studentUid) ?? {},
    }),
  );
  accountId = '';
  readonly #options: ChangeWriterOptions;
  #cancellation: AbortController | undefined;
  /** What the last attempt was to write. */
  #attempted: readonly WriteEntry[] = [];
  /** Kept for further attempts, so that the history has one group. */
  #operation = '';
  readonly #preventUnload = (event: BeforeUnloadEvent): void => event.preventDefault();

  constructor(options: ChangeWriterOptions) {
    this.#options = options;
  }

  /** Forgets what belongs to another account. Returns whether it was another. */
  claim(accountId: string): boolean {
    if (this.accountId === accountId) return false;
    this.reset();
    this.accountId = accountId;
    return true;
  }

  reset(): void {
    this.#cancellation?.abort();
    this.#cancellation = undefined;
    this.forgetOutcome();
    this.moveTo('start');
  }

  /** What is written next has nothing to do with what was written before. */
  forgetOutcome(): void {
    this.outcome.value = NO_OUTCOME;
    this.error.value = undefined;
    this.group.value = undefined;
  }

  moveTo(next: typeof this.step.value): void {
    if (this.step.peek() === next) return;
    this.isStepNew.value = true;
    this.step.value = next;
  }

  /** Writes the students that are not in the wanted state. A conflict is looked at again, everything else sent again. */
  async retryRemaining(): Promise<void> {
    const { failed, left } = this.outcome.peek();
    const remaining = new Set([...failed.map(({ studentUid }) => studentUid), ...left]);
    if (failed.some(({ error }) => isConflict(error))) await this.#options.reviewAgain(remaining);
    else await this.write(this.#attempted.filter(({ studentUid }) => remaining.has(studentUid)));
  }

  /** What is under way may still be saved. */
  cancel(): void {
    this.progress.value = { ...this.progress.peek(), isCancelling: true };
    this.#cancellation?.abort();
  }

  async write(entries: readonly WriteEntry[]): Promise<void> {
    const stepBefore = this.step.peek();
    const before = this.outcome.peek();
    const { accountId } = this;
    const cancellation = new AbortController();
    this.#cancellation = cancellation;
    this.#attempted = entries;
    if (before === NO_OUTCOME) this.#operation = this.#options.beginOperation();
    this.error.value = undefined;
    this.progress.value = { done: 0, total: entries.length, wait: undefined, isCancelling: false };
    this.moveTo('apply');
    addEventListener('beforeunload', this.#preventUnload);
    let after: ChangeOutcome;
    try {
      after = await this.#attempt(entries, before, accountId, cancellation.signal);
    } catch (error) {
      // Nothing was written: the roster could not be listed, or the session has ended.
      noteSessionError(error);
      this.error.value = error;
      this.moveTo(stepBefore);
      return;
    } finally {
      removeEventListener('beforeunload', this.#preventUnload);
      this.#options.onProgress?.(undefined, accountId);
    }
    // Another account has signed in.
    const isLeft = () => this.#cancellation !== cancellation;
    if (isLeft()) return;
    this.outcome.value = after;
    try {
      await this.#options.onWritten?.({ entries, before, after });
    } catch (error) {
      this.error.value = error;
    }
    if (!isLeft()) this.moveTo('report');
  }

  async #attempt(
    entries: readonly WriteEntry[],
    before: ChangeOutcome,
    accountId: string,
    signal: AbortSignal,
  ): Promise<ChangeOutcome> {
    const groups = this.#options.takesBack?.() ?? [];
    try {
      const report = await this.rollbook.roster
        .apply(
          { entries },
          {
            signal,
            operation: this.#operation,
            ...(groups.length > 0 && { takesBack: groups }),
            ifMatch: stateTag,
            raiseOnly: this.#options.raiseOnly,
            onProgress: (progress) => {
              this.#noteProgress(progress);
              this.#options.onProgress?.(progress, accountId);
            },
          },
        )
        .catch((error) => addUntried(entries, error));
      for (const { error } of report.failed) noteSessionError(error);
      this.group.value = report.group ?? this.group.peek();
      return addReport(before, entries, report);
    } catch (error) {
      if (!signal.aborted) throw error;
      return this.#settleCancelled(before, entries);
    }
  }

  async #settleCancelled(before: ChangeOutcome, entries: readonly WriteEntry[]): Promise<ChangeOutcome> {
    try {
      return addCancelled(before, entries, await this.rollbook.roster.list());
    } catch {
      const left = entries.map(({ studentUid }) => studentUid);
      return { ...before, failed: [], left, isUncertain: true };
    }
  }

  #noteProgress({ done, total }: Progress): void {
    const { wait, ...rest } = this.progress.peek();
    // Writes that were under way when the limit was met still end.
    const isWaiting = wait?.isForLimit === true && wait.until > Date.now();
    this.progress.value = { ...rest, done, total, wait: isWaiting ? wait : undefined };
  }

  #noteRetry({ waitMs, error }: Retry & { error: RollbookError }): void {
    const wait = { isForLimit: error.code === 'rate_limited', until: Date.now() + waitMs };
    this.progress.value = { ...this.progress.peek(), wait };
  }
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
