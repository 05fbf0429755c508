import { ToolError } from './tool-error.ts';

/** Which part of a list is asked for. */
export interface PageArguments {
  limit?: number;
  cursor?: string;
}

/** The items after the one whose key is `cursor`. */
export function takePage<Item>(
  matching: readonly Item[],
  keyOf: (item: Item) => string,
  limit: number,
  cursor: string | undefined,
): { page: Item[]; nextCursor: string | null; total: number } {
  const previous = matching.findIndex((item) => keyOf(item) === cursor);
  if (cursor !== undefined && previous === -1)
    throw new ToolError('invalid_request', 'The cursor is not one of this search.', [
      { field: 'cursor', message: 'must be the `nextCursor` of the previous answer' },
    ]);
  const end = previous + 1 + limit;
  const page = matching.slice(previous + 1, end);
  const last = page.at(-1);
  return {
    page,
    nextCursor: end < matching.length && last !== undefined ? keyOf(last) : null,
    total: matching.length,
  };
}
