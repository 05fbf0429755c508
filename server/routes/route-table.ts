import type { Permission } from '../../contract/limits.ts';
import type { Origins } from '../http/response-headers.ts';
import type { IncomingRequest } from '../request/incoming-request.ts';
import type { Outcome } from '../request/outcome.ts';

/** One row of the route table. The router, 404 with `Allow`, preflight, load shedding and log names follow from it. */
export interface Route {
  readonly methods: readonly string[];
  /** In OpenAPI's notation: `/v1/me/students/{studentUid}`. */
  readonly path: string;
  /** The name in logs, metrics and traces. A page, a document or a probe has none. */
  readonly operation?: string;
  /**
   * The permission of the caller's key or session, and the limit that counts the request, which is refused while the
   * server is overloaded. A page, a document or a probe has none.
   */
  readonly permission?: Permission;
  /** The route answers 405, and `Allow` leaves its methods out. */
  readonly isUnsupported?: boolean;
  /** The origins of ROLLBOOK_CORS_ORIGINS where it is left out. The same for all routes of a path. */
  readonly origins?: Origins;
  readonly answer: (request: IncomingRequest) => Outcome | Promise<Outcome>;
}

/** What is read is asked for by HEAD too, but below /v1, which has the methods of its contract alone. */
export const withHead = (method: string): string[] => (method === 'GET' ? ['GET', 'HEAD'] : [method]);

/** The routes of one path, and what stands there for its parameters. */
export interface Match {
  readonly routes: readonly Route[];
  readonly params: Readonly<Record<string, string>>;
  readonly origins: Origins;
}

const NO_PARAMS: Match['params'] = {};

interface Pattern {
  readonly segments: readonly string[];
  /** The name of each parameter, and which segment stands for it. */
  readonly params: readonly (readonly [name: string, index: number])[];
  readonly routes: readonly Route[];
}

export class RouteTable {
  readonly #literal: ReadonlyMap<string, Match>;
  readonly #patterns: readonly Pattern[];
  readonly #parametrised: readonly Pattern[];
  /** The origins that may read what is in a folder of paths, which is said of an unknown path in it too. */
  readonly #originsByFolder: ReadonlyMap<string, Origins>;

  constructor(routes: readonly Route[]) {
    const foldersOf = (named: Origins) =>
      routes
        .filter(({ origins }) => origins === named)
        .map(({ path }): [string, Origins] => [path.split('/')[1] as string, named]);
    this.#originsByFolder = new Map([...foldersOf('apps'), ...foldersOf('none')]);
    const byPath = [...Map.groupBy(routes, ({ path }) => path)];
    const literal = byPath.filter(([path]) => !path.includes('{'));
    this.#literal = new Map(literal.map(([path, sharing]) => [path, toMatch(sharing, NO_PARAMS)]));
    this.#parametrised = byPath.filter(([path]) => path.includes('{')).map(toPattern);
    this.#patterns = [...literal.map(toPattern), ...this.#parametrised];
  }

  /** Matches a request target. A literal path comes before one with a parameter, which is one segment and never empty. */
  match(target: string): Match {
    const path = pathOf(target);
    const literal = this.#literal.get(path);
    if (literal !== undefined) return literal;
    const isEscaped = path.includes('%');
    const segments = isEscaped ? path.split('/').map(decodeSegment) : path.split('/');
    const found = (isEscaped ? this.#patterns : this.#parametrised).find((one) =>
      matches(one.segments, segments),
    );
    if (found !== undefined) return toMatch(found.routes, readParams(found, segments));
    const origins = this.#originsByFolder.get(segments[1] ?? '') ?? 'configured';
    return { routes: [], params: NO_PARAMS, origins };
  }
}

const toMatch = (routes: readonly Route[], params: Match['params']): Match => ({
  routes,
  params,
  origins: routes[0]?.origins ?? 'configured',
});

/** Some programs send a fragment, too. */
function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}

function toPattern([path, routes]: readonly [string, readonly Route[]]): Pattern {
  const segments = path.split('/');
  const params = segments.flatMap((part, i) => (isParameter(part) ? [[part.slice(1, -1), i] as const] : []));
  return { segments, params, routes };
}

const isParameter = (segment: string): boolean => segment.startsWith('{');

/** A UID may hold whatever an escape can express, slashes too. A malformed escape stands for itself. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const matches = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((part, i) => (isParameter(part) ? segments[i] !== '' : part === segments[i]));

function readParams({ params }: Pattern, segments: readonly string[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, index] of params) values[name] = segments[index] as string;
  return values;
}
