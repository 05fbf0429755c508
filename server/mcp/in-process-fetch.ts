import { CATALOGUE_PATH, GROWTH_PATH, STAGES_PATH } from '../../contract/paths.ts';
import { stagesFile } from '../catalogue/catalogue-data.ts';
import { type CatalogueSnapshot, catalogueDate } from '../catalogue/live-catalogue.ts';
import { ApiError, serializeError, toApiError, unavailableError } from '../errors/api-error.ts';
import type { IncomingRequest } from '../request/incoming-request.ts';
import { type Outcome, withChangeGroup } from '../request/outcome.ts';
import type { Route } from '../routes/route-table.ts';
import { takeTurn } from '../scheduling/event-loop-turns.ts';
import type { Services } from '../services.ts';

/** The address of this service for its own client. Nothing listens there. */
export const IN_PROCESS_URL = 'http://rollbook.invalid/v1';

/**
 * Answers the client's requests in this process, without a socket: by the routes of /v1, so that key, limits and rules
 * are the same. `requestId` is that of the request which they serve.
 */
export function createInProcessFetch({
  store,
  urls,
  log,
  api,
  catalogue,
}: Services): (requestId: string) => typeof fetch {
  async function answer(route: Route | undefined, request: IncomingRequest): Promise<Outcome> {
    if (route?.permission === undefined) throw noRouteError();
    if (store.isOverloaded(route.permission))
      throw unavailableError('지금은 요청이 너무 많아 받을 수 없습니다.');
    return withChangeGroup(await route.answer(request));
  }

  return (requestId) => async (input, init) => {
    const { pathname, search } = new URL(String(input));
    // However many requests the calls of a message make, others' are served in between.
    await takeTurn();
    init?.signal?.throwIfAborted();
    const document = readDocument(pathname, catalogue.current);
    if (document !== undefined) return document;
    const { routes, params } = api().match(pathname);
    const request = toIncomingRequest(requestId, pathname, search, params, init);
    const { method, answerHeaders } = request;
    try {
      const route = routes.find(({ methods }) => methods.includes(method));
      const { status, headers, body } = await answer(route, request);
      return new Response(String(body), { status, headers: { ...answerHeaders, ...headers } });
    } catch (error) {
      const apiError = toApiError(error, method === 'GET');
      const { status, headers } = apiError;
      if (status >= 500) log.logger[status === 500 ? 'error' : 'warn']({ requestId, err: error });
      return new Response(serializeError(apiError, urls.docs()), {
        status,
        headers: { ...answerHeaders, ...headers },
      });
    }
  };
}

function toIncomingRequest(
  id: string,
  pathname: string,
  search: string,
  params: IncomingRequest['params'],
  { method = 'GET', headers, body, signal }: RequestInit = {},
): IncomingRequest {
  const sent = Object.fromEntries(new Headers(headers));
  const gone = signal ?? new AbortController().signal;
  return {
    id,
    method,
    url: pathname + search,
    query: search.slice(1),
    params,
    headers: sent,
    countHeader: (name) => (sent[name] === undefined ? 0 : 1),
    socket: {},
    signal: gone,
    departure: gone,
    isBodyUnderWay: false,
    readBody: async () => JSON.parse(String(body)),
    readForm: async () => new URLSearchParams(String(body)),
    answerHeaders: { 'request-id': id },
    named: { operation: 'mcp', account: undefined },
  };
}

/** The documents of the catalogue, which need no key. */
function readDocument(pathname: string, snapshot: CatalogueSnapshot): Response | undefined {
  const { catalogue } = snapshot;
  if (pathname === GROWTH_PATH) return Response.json(catalogue.growthFacts);
  if (pathname === STAGES_PATH) return Response.json(stagesFile());
  if (pathname !== CATALOGUE_PATH) return undefined;
  return new Response(catalogue.json, {
    headers: { 'last-modified': catalogueDate(snapshot).toUTCString() },
  });
}

/** A UID of dots changes the path as it does in any URL, so that there may be no such route. */
const noRouteError = (): ApiError => new ApiError('not_found', '이 UID의 학생은 카탈로그에 없습니다.');
