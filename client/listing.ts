import { MAX_PAGE_SIZE } from '../contract/request-limits.ts';
import type { AnswerCheck, Page } from './answers.ts';
import type { ApiPromise, CallContext, CallOptions, WithResponse } from './call.ts';
import { MAX_ANSWER_BYTES } from './response-body.ts';
import { RollbookError } from './rollbook-error.ts';
import type { Transport } from './transport.ts';

/** Which part of a listing to read. */
export interface PageOptions {
  /** Students on the page, 100 at most and by default. */
  limit?: number | undefined;
  /** The `nextCursor` of the page before; none for the first page. */
  cursor?: string | undefined;
}

/** A roster of the largest catalogue has half as many, and two thirds of the length. */
const MAX_PAGES = 1_000;
const MAX_LENGTH = 2 * MAX_ANSWER_BYTES;

/** Throws once the pages of a listing come to more than any real one. Only the service decides how many there are. */
export function createPageBound(): (page: unknown) => void {
  let pages = 0;
  let length = 0;
  return (page) => {
    pages += 1;
    length += JSON.stringify(page).length;
    if (pages > MAX_PAGES || length > MAX_LENGTH)
      throw endlessError(`it has more than ${MAX_PAGES} pages or 32 MB`);
  };
}

export const endlessError = (reason: string): RollbookError =>
  new RollbookError('unexpected_response', `The list does not end: ${reason}. Check the base URL.`);

/** A listing whose pages are read as they are needed: iterate over it with `for await`. */
export class Listing<Item> implements AsyncIterable<Item> {
  readonly #transport: Transport;
  readonly #path: string;
  readonly #query: Record<string, string>;
  readonly #isAnswer: AnswerCheck<Page<Item>>;
  readonly #options: CallOptions;

  constructor(
    transport: Transport,
    path: string,
    query: Record<string, string>,
    isAnswer: AnswerCheck<Page<Item>>,
    options: CallOptions,
  ) {
    this.#transport = transport;
    this.#path = path;
    this.#query = query;
    this.#isAnswer = isAnswer;
    this.#options = options;
  }

  /** Reads a single page. */
  page(options: PageOptions = {}): ApiPromise<Page<Item>> {
    return this.#transport.call(this.#options, (context) => this.#readPage(options, context));
  }

  /** Reads page after page, which are one call. */
  [Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    return this.#readPages(this.#transport.begin(this.#options));
  }

  /** Reads all pages. */
  toArray(): ApiPromise<Item[]> {
    return this.#transport.call(this.#options, async (context) => {
      const items: Item[] = [];
      for await (const item of this.#readPages(context)) items.push(item);
      return items;
    });
  }

  async #readPage({ limit = MAX_PAGE_SIZE, cursor }: PageOptions, context: CallContext): Promise<Page<Item>> {
    const query = { ...this.#query, limit: String(limit), ...(cursor !== undefined && { cursor }) };
    const request = { method: 'GET', path: this.#path, query } as const;
    const page = await this.#transport.send(request, this.#isAnswer, context);
    if (page.nextCursor !== null && page.students.length === 0)
      throw endlessError('a page before the last is empty');
    return page;
  }

  async *#readPages(context: CallContext): AsyncGenerator<Item, void, undefined> {
    const checkPage = createPageBound();
    const cursors = new Set<string>();
    for (let cursor: string | undefined; ; ) {
      const page: Page<Item> = await this.#readPage({ cursor }, context);
      checkPage(page);
      cursor = page.nextCursor ?? undefined;
      if (cursor !== undefined && cursors.has(cursor)) throw endlessError('a cursor comes again');
      yield* page.students;
      if (cursor === undefined) return;
      cursors.add(cursor);
    }
  }
}

/** Awaited, the first page: the best matches. */
export class SearchListing<Item> extends Listing<Item> implements PromiseLike<Page<Item>> {
  // biome-ignore lint/suspicious/noThenProperty: `await search(…)` and `for await (… of search(…))` both work.
  then: PromiseLike<Page<Item>>['then'] = (resolve, reject) => this.page().then(resolve, reject);

  /** Reads the same, and returns the response and what is left of the limits with it. */
  withResponse(): Promise<WithResponse<Page<Item>>> {
    return this.page().withResponse();
  }
}

/** Awaited, an array of all. */
export class FullListing<Item> extends Listing<Item> implements PromiseLike<Item[]> {
  // biome-ignore lint/suspicious/noThenProperty: `await list()` and `for await (… of list())` both work.
  then: PromiseLike<Item[]>['then'] = (resolve, reject) => this.toArray().then(resolve, reject);

  /** Reads the same, and returns the response and what is left of the limits with it. */
  withResponse(): Promise<WithResponse<Item[]>> {
    return this.toArray().withResponse();
  }
}
