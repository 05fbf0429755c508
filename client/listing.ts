import { MAX_PAGE_SIZE } from '../contract/limits.ts';
import type { ApiPromise, CallContext, CallOptions, WithResponse } from './call.ts';
import { RollbookError } from './rollbook-error.ts';
import type { Transport } from './transport.ts';

/** One page of a listing. */
export interface Page<Item> {
  students: Item[];
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null;
}

/** Which part of a listing to read. */
export interface PageOptions {
  /** Students on the page, 100 at most and by default. */
  limit?: number | undefined;
  /** The `nextCursor` of the page before; none for the first page. */
  cursor?: string | undefined;
}

/** A listing whose pages are read as they are needed: iterate over it with `for await`. */
export class Listing<Item> implements AsyncIterable<Item> {
  readonly #transport: Transport;
  readonly #path: string;
  readonly #query: Record<string, string>;
  readonly #options: CallOptions;

  constructor(transport: Transport, path: string, query: Record<string, string>, options: CallOptions) {
    this.#transport = transport;
    this.#path = path;
    this.#query = query;
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
    const page = await this.#transport.send<Page<Item> | null>(
      { method: 'GET', path: this.#path, query },
      context,
    );
    if (Array.isArray(page?.students) && (page.nextCursor === null || typeof page.nextCursor === 'string'))
      return page;
    throw new RollbookError('unexpected_response', 'The answer is not a page of students. Check baseUrl.');
  }

  async *#readPages(context: CallContext): AsyncGenerator<Item, void, undefined> {
    let cursor: string | null = null;
    do {
      const page: Page<Item> = await this.#readPage({ cursor: cursor ?? undefined }, context);
      yield* page.students;
      cursor = page.nextCursor;
    } while (cursor !== null);
  }
}

/** Awaited, the first page: the best matches. */
export class SearchListing<Item> extends Listing<Item> implements PromiseLike<Page<Item>> {
  // biome-ignore lint/suspicious/noThenProperty: `await search(…)` and `for await (… of search(…))` both work.
  then: PromiseLike<Page<Item>>['then'] = (resolve, reject) => this.page().then(resolve, reject);

  withResponse(): Promise<WithResponse<Page<Item>>> {
    return this.page().withResponse();
  }
}

/** Awaited, an array of all. */
export class FullListing<Item> extends Listing<Item> implements PromiseLike<Item[]> {
  // biome-ignore lint/suspicious/noThenProperty: `await list()` and `for await (… of list())` both work.
  then: PromiseLike<Item[]>['then'] = (resolve, reject) => this.toArray().then(resolve, reject);

  withResponse(): Promise<WithResponse<Item[]>> {
    return this.toArray().withResponse();
  }
}
