import type { FastifyRequest } from 'fastify';
import { FindStudentsQuery } from '../../contract/schemas.ts';
import { encodeCursor, parsePage, parseQueryString } from '../http/paging.ts';
import { compileValidator } from '../http/validation.ts';
import type { Catalogue } from './catalogue.ts';

const queryShape = compileValidator(FindStudentsQuery);

const MOST_BYTES_KEPT = 2_000_000;
/** What it costs to keep anything at all. */
const OF_EACH = 200;

/** GET /students. Tools ask for the same few names all day, so answers are kept as long as the catalogue is the same. */
export function createSearchHandler(current: () => Catalogue): (request: FastifyRequest) => Buffer {
  const answers = new Map<string, Buffer>();
  let of: Catalogue | undefined;
  let bytes = 0;
  return ({ url, query }) => {
    const catalogue = current();
    if (catalogue !== of || bytes > MOST_BYTES_KEPT) {
      answers.clear();
      [of, bytes] = [catalogue, 0];
    }
    const kept = answers.get(url);
    if (kept !== undefined) return kept;
    const answer = bytesOf(searchStudents(catalogue, parseQueryString(query)));
    answers.set(url, answer);
    bytes += url.length + answer.length + OF_EACH;
    return answer;
  };
}

/** In memory of their own: a short text in Node's shared pool keeps 64 KiB of it from being freed. */
function bytesOf(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/** The results of one query, paged by their place in the ranking of one catalogue. */
export function searchStudents(catalogue: Catalogue, sent: Record<string, unknown>): string {
  const listing = { scope: `search ${sent.query}`, version: catalogue.version };
  const { limit, position = '0' } = parsePage(queryShape, sent, listing);
  const found = catalogue.search(sent.query as string);
  const from = Number(position);
  const to = from + limit;
  const nextCursor = to < found.count ? encodeCursor(listing, String(to)) : null;
  return `{"students":[${found.page(from, to).join(',')}],"nextCursor":${JSON.stringify(nextCursor)}}`;
}
