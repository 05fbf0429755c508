import type { FastifyRequest } from 'fastify';
import { FindStudentsQuery } from '../../contract/schemas.ts';
import { shape } from '../gate/shape.ts';
import { cursorAt, readPage } from '../paging.ts';
import type { Catalogue } from './catalogue.ts';

const queryShape = shape(FindStudentsQuery);

/** GET /students */
export const searchRoute =
  (current: () => Catalogue) =>
  (request: FastifyRequest): string =>
    searchAnswer(current(), request.query as Record<string, unknown>);

/** The results of one query, paged by their place in the ranking of one catalogue. */
export function searchAnswer(catalogue: Catalogue, sent: Record<string, unknown>): string {
  const listing = { scope: `search ${sent.query}`, version: catalogue.version };
  const { limit, position = '0' } = readPage(queryShape, sent, listing);
  const found = catalogue.search(sent.query as string);
  const from = Number(position);
  const to = from + limit;
  const nextCursor = to < found.count ? cursorAt(listing, String(to)) : null;
  return `{"students":[${found.page(from, to).join(',')}],"nextCursor":${JSON.stringify(nextCursor)}}`;
}
