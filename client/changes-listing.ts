import { BETA_PREFIX } from '../contract/api-paths.ts';
import type { Change } from '../contract/history.ts';
import { MAX_CHANGES_PER_PAGE } from '../contract/request-limits.ts';
import { isPageOfChanges } from './answer-checks.ts';
import type { ChangePage } from './answers.ts';
import type { ApiPromise, CallContext, CallOptions } from './call.ts';
import { createPageBound, endlessError } from './listing.ts';
import { sleep } from './retry-policy.ts';
import type { Transport } from './transport.ts';

/** Which part of the changes to read. */
export interface ChangePageOptions {
  /** The number after which to begin; with the oldest change that is kept by default. */
  after?: number | undefined;
  /** Changes on the page, 500 at most and by default. */
  limit?: number | undefined;
  /** How many seconds the service may wait for a change while there is none, 30 at most; it does not wait by default. */
  wait?: number | undefined;
}

/** The changes of an account, which are read as they are needed: iterate over them with `for await`. */
export class ChangeListing implements AsyncIterable<Change> {
  readonly #transport: Transport;
  readonly #after: number | undefined;
  readonly #wait: number | undefined;
  readonly #options: CallOptions;

  constructor(
    transport: Transport,
    after: number | undefined,
    wait: number | undefined,
    options: CallOptions,
  ) {
    this.#transport = transport;
    this.#after = after;
    this.#wait = wait;
    this.#options = options;
  }

  /** Reads a single page. */
  page({ after = this.#after, limit, wait = this.#wait }: ChangePageOptions = {}): ApiPromise<ChangePage> {
    return this.#transport.call(this.#options, (context) => this.#readPage({ after, limit, wait }, context));
  }

  /**
   * Reads page after page, up to the last change that there is by then. The pages are one call. With `wait`, it ends no
   * sooner than that without a change, also where the service holds no more requests.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<Change, void, undefined> {
    const context = this.#transport.begin(this.#options);
    const checkPage = createPageBound();
    const waitUntil = performance.now() + (this.#wait ?? 0) * 1000;
    for (let after = this.#after, wait = this.#wait; ; wait = undefined) {
      const page = await this.#readPage({ after, wait }, context);
      checkPage(page);
      const { changes, lastNumber } = page;
      yield* changes;
      const last = changes.at(-1);
      if (last === undefined && wait !== undefined)
        await sleep(
          Math.min(Math.max(0, waitUntil - performance.now()), context.call.remainingMs),
          context.signal,
        );
      if (last === undefined || last.number >= lastNumber) return;
      after = last.number;
    }
  }

  async #readPage(
    { after, limit = MAX_CHANGES_PER_PAGE, wait }: ChangePageOptions,
    context: CallContext,
  ): Promise<ChangePage> {
    if (!Number.isSafeInteger(after ?? 0)) throw new TypeError('after is not an integer.');
    const query = {
      limit: String(limit),
      ...(after !== undefined && { after: String(after) }),
      ...(wait !== undefined && { wait: String(wait) }),
    };
    const request = {
      method: 'GET',
      prefix: BETA_PREFIX,
      path: '/changes',
      query,
      heldMs: (wait ?? 0) * 1000,
    } as const;
    const page = await this.#transport.send(request, isPageOfChanges, context);
    let last = after ?? 0;
    for (const { number } of page.changes) {
      if (number <= last || number > page.lastNumber) throw endlessError('its numbers do not ascend');
      last = number;
    }
    return page;
  }
}
