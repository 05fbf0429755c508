import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Permission } from '../../contract/limits.ts';
import type { OperationId } from '../../contract/operations.ts';
import type { SessionRequirement } from '../auth/sessions.ts';
import type { MaybePromise } from '../maybe-promise.ts';

/** One row of the route table. The router, body reading, 404 with `Allow`, preflight, load shedding and log names follow from it. */
export type Route = CheckedRoute | PublicRoute;

/** A route whose caller is authenticated and counted before its handler runs. */
export type CheckedRoute = ApiRoute | ConsoleRoute | McpRoute;

interface RouteAddress {
  readonly methods: readonly string[];
  /** In OpenAPI's notation: `/v1/me/students/{studentUid}`. */
  readonly path: string;
  /** The route answers 405, and `Allow` leaves its methods out. */
  readonly isUnsupported?: boolean;
}

interface CheckedRouteBase extends RouteAddress {
  /**
   * The limit that counts the request and, for an API key, the permission that it needs. The same for all routes of a
   * method, because load shedding looks at the method first.
   */
  readonly permission: Permission;
  readonly hasBody: boolean;
  readonly anyOrigin?: undefined;
  /** The student to read along with the key, which saves PostgreSQL a round trip. */
  readonly prefetchedUid?: (request: FastifyRequest) => string | undefined;
  /** Checks that come before the shape check of the body. */
  readonly beforeBody?: (request: FastifyRequest) => MaybePromise<void>;
  /** Returns the JSON text of the answer. */
  readonly handle: (request: FastifyRequest, reply: FastifyReply) => MaybePromise<string | Buffer>;
}

/** An operation of contract/operations.ts, called with an API key. */
export interface ApiRoute extends CheckedRouteBase {
  readonly operation: OperationId;
  readonly session?: undefined;
  readonly isMcp?: undefined;
}

/** What the console calls, with a session cookie. */
export interface ConsoleRoute extends CheckedRouteBase {
  readonly operation: `console${string}`;
  readonly session: SessionRequirement;
  /**
   * What counts the request, if not simply the limit of its method. `reserve`: nothing else uses it up. `student`: a
   * write that may be part of an operation on many students.
   */
  readonly countedAs?: 'reserve' | 'student';
  readonly isMcp?: undefined;
}

/** MCP, with an API key. Its handler sets status and content type. */
export interface McpRoute extends CheckedRouteBase {
  readonly operation: `mcp${string}`;
  readonly session?: undefined;
  readonly isMcp: true;
}

/** A page, a document or a probe: no key, and a handler that sends its own response. */
export interface PublicRoute extends RouteAddress {
  readonly operation?: undefined;
  readonly permission?: undefined;
  readonly hasBody?: undefined;
  /** Pages of every origin may read it, whatever ROLLBOOK_CORS_ORIGINS names. */
  readonly anyOrigin?: boolean;
  readonly handle: (request: FastifyRequest, reply: FastifyReply) => unknown;
}

export class RouteTable {
  readonly routes: readonly Route[];
  readonly #byPath: readonly { segments: readonly string[]; routes: readonly Route[] }[];

  constructor(routes: readonly Route[]) {
    this.routes = routes;
    this.#byPath = [...Map.groupBy(routes, ({ path }) => path)]
      .map(([path, sharing]) => ({ segments: path.split('/'), routes: sharing }))
      .sort((a, b) => compareSegments(a.segments, b.segments));
  }

  /** The routes of a path without its query. A literal segment comes before a parameter, as in the router. */
  at(path: string): readonly Route[] {
    const segments = path.split('/');
    return this.#byPath.find((one) => matches(one.segments, segments))?.routes ?? [];
  }

  /** The route of a request target as it was sent. Targets that the router rewrites first are not found. */
  find(method: string | undefined, url: string | undefined): Route | undefined {
    const [path = ''] = (url ?? '').split('?', 1);
    return this.at(path).find(({ methods }) => methods.includes(method ?? ''));
  }
}

const isParameter = (segment: string): boolean => segment.startsWith('{');

const matches = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((part, i) => (isParameter(part) ? segments[i] !== '' : part === segments[i]));

function compareSegments(a: readonly string[], b: readonly string[]): number {
  const differing = a.findIndex((segment, i) => isParameter(segment) !== isParameter(b[i] ?? ''));
  return differing === -1
    ? 0
    : Number(isParameter(a[differing] as string)) - Number(isParameter(b[differing] ?? ''));
}
