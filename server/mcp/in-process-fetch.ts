import type { FastifyReply, FastifyRequest } from 'fastify';
import { CATALOGUE_PATH } from '../../contract/paths.ts';
import { type CatalogueSnapshot, catalogueDate } from '../catalogue/live-catalogue.ts';
import { ApiError, serializeError, toApiError, unavailableError } from '../errors/api-error.ts';
import type { Middleware } from '../http/api-middleware.ts';
import { takeTurn } from '../http/event-loop-turns.ts';
import type { Log } from '../observability/log.ts';
import { type ApiRoute, RouteTable } from '../routes/route-table.ts';
import type { Store } from '../store/store.ts';

interface InProcessDependencies {
  operations: readonly ApiRoute[];
  /** What a request must pass; reads the body with `readInProcessBody`. */
  api: Middleware<ApiRoute>;
  store: Pick<Store, 'isOverloaded'>;
  catalogue: () => CatalogueSnapshot;
  docsUrl: () => string;
  logger: Log['logger'];
}

/** The address of this service for its own client. Nothing listens there. */
export const IN_PROCESS_URL = 'http://rollbook.invalid/v1';

/** The part of a request that middleware and handlers read. */
type InProcessRequest = Pick<FastifyRequest, 'id' | 'method' | 'url' | 'headers' | 'query' | 'params'> & {
  raw: { rawHeaders: string[]; body: unknown };
};

export const readInProcessBody = async (raw: unknown): Promise<unknown> =>
  JSON.parse(String((raw as InProcessRequest['raw']).body));

/**
 * Answers the client's requests in this process, without a socket: by the same route table, middleware and handlers as
 * for /v1, so that key, limits and rules are the same. `requestId` is that of the request which they serve.
 */
export function createInProcessFetch({
  operations,
  api,
  store,
  catalogue,
  docsUrl,
  logger,
}: InProcessDependencies): (requestId: string) => typeof fetch {
  const table = new RouteTable(operations);
  function findRoute(method: string, pathname: string): ApiRoute {
    const route = table.find(method, pathname);
    if (route === undefined) throw noRouteError();
    return route as ApiRoute;
  }

  return (requestId) => async (input, init) => {
    const { pathname, search } = new URL(String(input));
    const { method = 'GET', headers, body, signal } = init ?? {};
    // However many requests the calls of a message make, others' are served in between.
    await takeTurn();
    signal?.throwIfAborted();
    if (pathname === CATALOGUE_PATH) return respondCatalogue(catalogue());
    const answer = { status: 200, headers: new Headers({ 'request-id': requestId }) };
    const reply = toReply(answer);
    try {
      const route = findRoute(method, pathname);
      const request = {
        id: requestId,
        method,
        url: pathname + search,
        headers: headers as Record<string, string>,
        query: search.slice(1),
        params: parseParams(route.path, pathname),
        raw: { rawHeaders: Object.entries(headers ?? {}).flat(), body },
      } satisfies InProcessRequest as unknown as FastifyRequest;
      if (store.isOverloaded(route.permission))
        throw unavailableError('지금은 요청이 너무 많아 받을 수 없습니다.');
      await api(route, request, reply);
      const text = await route.handle(request, reply);
      return new Response(String(text), answer);
    } catch (error) {
      const apiError = toApiError(error, method === 'GET');
      const { status } = apiError;
      if (status >= 500) logger[status === 500 ? 'error' : 'warn']({ requestId, err: error });
      reply.headers(apiError.headers);
      return new Response(serializeError(apiError, docsUrl()), { status, headers: answer.headers });
    }
  };
}

const respondCatalogue = (snapshot: CatalogueSnapshot): Response =>
  new Response(snapshot.catalogue.json, {
    headers: { 'last-modified': catalogueDate(snapshot).toUTCString() },
  });

/** A UID of dots changes the path as it does in any URL, so that there may be no such route. */
const noRouteError = (): ApiError => new ApiError('not_found', '이 UID의 학생은 카탈로그에 없습니다.');

/** The part of a reply that middleware and handlers use. */
function toReply(answer: { status: number; headers: Headers }): FastifyReply {
  const reply = {
    raw: {},
    code(status: number) {
      answer.status = status;
      return reply;
    },
    header(name: string, value: string) {
      answer.headers.set(name, value);
      return reply;
    },
    headers(values: Record<string, string>) {
      for (const [name, value] of Object.entries(values)) answer.headers.set(name, value);
      return reply;
    },
  };
  return reply as unknown as FastifyReply;
}

/** As the router reads them. */
function parseParams(path: string, pathname: string): Record<string, string> {
  const segments = pathname.split('/');
  return Object.fromEntries(
    path
      .split('/')
      .flatMap((part, i) =>
        part.startsWith('{') ? [[part.slice(1, -1), decodeURIComponent(segments[i] as string)]] : [],
      ),
  );
}
