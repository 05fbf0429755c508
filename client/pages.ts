import { MAX_PAGE_SIZE } from '../contract/limits.ts';
import type { CallOptions, Transport } from './transport.ts';

export interface Page<Item> {
  students: Item[];
  nextCursor: string | null;
}

/** The pages of a listing, read as they are needed. */
export class Pages<Item> implements AsyncIterable<Item> {
  readonly #readPage: (cursor: string | undefined, limit?: number) => Promise<Page<Item>>;

  constructor(transport: Transport, path: string, query: Record<string, string>, { signal }: CallOptions) {
    this.#readPage = (cursor, limit = MAX_PAGE_SIZE) =>
      transport.send<Page<Item>>({
        method: 'GET',
        path,
        query: { ...query, limit: String(limit), ...(cursor !== undefined && { cursor }) },
        signal,
      });
  }

  /** One page, the first without a cursor. */
  page({ limit, cursor }: { limit?: number; cursor?: string } = {}): Promise<Page<Item>> {
    return this.#readPage(cursor, limit);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    let cursor: string | null | undefined;
    do {
      const { students, nextCursor }: Page<Item> = await this.#readPage(cursor ?? undefined);
      yield* students;
      cursor = nextCursor;
    } while (cursor !== null);
  }

  async toArray(): Promise<Item[]> {
    const items: Item[] = [];
    for await (const item of this) items.push(item);
    return items;
  }
}
