import { MAX_PAGE_SIZE } from '../contract/limits.ts';
import { RollbookError } from './rollbook-error.ts';
import type { CallOptions, Transport } from './transport.ts';

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
  async page({ limit = MAX_PAGE_SIZE, cursor }: PageOptions = {}): Promise<Page<Item>> {
    const query = { ...this.#query, limit: String(limit), ...(cursor !== undefined && { cursor }) };
    const { signal } = this.#options;
    const page = await this.#transport.send<Page<Item> | null>({
      method: 'GET',
      path: this.#path,
      query,
      signal,
    });
    if (Array.isArray(page?.students) && (page.nextCursor === null || typeof page.nextCursor === 'string'))
      return page;
    throw new RollbookError('unexpected_response', 'The answer is not a page of students. Check baseUrl.');
  }

  /** Reads page after page. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    let cursor: string | null = null;
    do {
      const page: Page<Item> = await this.page({ cursor: cursor ?? undefined });
      yield* page.students;
      cursor = page.nextCursor;
    } while (cursor !== null);
  }

  /** Reads all pages. */
  async toArray(): Promise<Item[]> {
    const items: Item[] = [];
    for await (const item of this) items.push(item);
    return items;
  }
}

/** Awaited, the first page: the best matches. */
export class SearchListing<Item> extends Listing<Item> implements PromiseLike<Page<Item>> {
  // biome-ignore lint/suspicious/noThenProperty: `await search(…)` and `for await (… of search(…))` both work.
  then: PromiseLike<Page<Item>>['then'] = (resolve, reject) => this.page().then(resolve, reject);
}

/** Awaited, an array of all. */
export class FullListing<Item> extends Listing<Item> implements PromiseLike<Item[]> {
  // biome-ignore lint/suspicious/noThenProperty: `await list()` and `for await (… of list())` both work.
  then: PromiseLike<Item[]>['then'] = (resolve, reject) => this.toArray().then(resolve, reject);
}
