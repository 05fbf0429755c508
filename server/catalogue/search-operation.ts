import { FindStudentsQuery } from '../../contract/schemas.ts';
import { encodeCursor, parsePage, parseQueryString } from '../http/paging.ts';
import { compileValidator } from '../http/validation.ts';
import { jsonOutcome, type Outcome } from '../request/outcome.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { Catalogue } from './catalogue.ts';
import type { LiveCatalogue } from './live-catalogue.ts';

const validateQuery = compileValidator(FindStudentsQuery);

const MAX_CACHE_BYTES = 2_000_000;
/** Estimated memory of a cache entry besides its URL and body. */
const ENTRY_OVERHEAD_BYTES = 200;

/** GET /students. Clients repeat the same few searches, so responses are cached until the catalogue changes. */
export function createSearchOperation({
  catalogue: live,
}: {
  catalogue: Pick<LiveCatalogue, 'current'>;
}): (context: RequestContext) => Outcome {
  const cache = new Map<string, Outcome>();
  let cachedCatalogue: Catalogue | undefined;
  let cacheBytes = 0;
  return ({ request: { url, query } }) => {
    const { catalogue } = live.current;
    if (catalogue !== cachedCatalogue || cacheBytes > MAX_CACHE_BYTES) {
      cache.clear();
      [cachedCatalogue, cacheBytes] = [catalogue, 0];
    }
    const cached = cache.get(url);
    if (cached !== undefined) return cached;
    const body = encodeUnpooled(searchStudents(catalogue, parseQueryString(query)));
    const outcome = jsonOutcome(body);
    cache.set(url, outcome);
    cacheBytes += url.length + body.length + ENTRY_OVERHEAD_BYTES;
    return outcome;
  };
}

/** Avoids Node's shared buffer pool: a small cached buffer would keep 64 KiB of pool alive. */
function encodeUnpooled(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/** One page of results. A cursor holds a position in the ranking and the catalogue version it is valid for. */
export function searchStudents(catalogue: Catalogue, params: Record<string, unknown>): string {
  const listing = { scope: `search ${params.query}`, version: catalogue.version };
  const { limit, position = '0' } = parsePage(validateQuery, params, listing);
  const result = catalogue.search(params.query as string);
  const from = Number(position);
  const to = from + limit;
  const nextCursor = to < result.count ? encodeCursor(listing, String(to)) : null;
  return `{"students":[${result.page(from, to).join(',')}],"nextCursor":${JSON.stringify(nextCursor)}}`;
}
