import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_PREFIX } from '../../contract/operations.ts';
import { ApiError, excerpt } from './api-error.ts';
import { preflightHeaders } from './cors.ts';

/**
 * Step 1, for what no route took: no such path or no such method, answered before anybody is asked who they are.
 * A preflight is no refusal: it gives the headers to answer it with. Knows the routes registered from here on.
 */
export function createNotFoundHandler(app: FastifyInstance) {
  const methodsOf = collectRoutes(app);
  return (
    { url, method, headers }: FastifyRequest,
    reply: FastifyReply,
  ): ApiError | Record<string, string> => {
    const path = decodeURI(url.split(/[?#]/, 1)[0] as string);
    const methods = methodsOf(path);
    if (methods.length === 0)
      return new ApiError(
        'not_found',
        `${excerpt(`${method} ${path}`)} 요청을 처리하는 API가 없습니다. 주소와 API 버전(${API_PREFIX})을 확인하십시오.`,
      );
    const allow = methods.join(', ');
    reply.header('allow', allow);
    const asksFirst = method === 'OPTIONS' && headers['access-control-request-method'];
    if (asksFirst && reply.hasHeader('access-control-allow-origin')) return preflightHeaders(methods);
    return new ApiError(
      'not_found',
      `이 경로에서는 ${method} 메서드를 지원하지 않습니다. 사용할 수 있는 메서드: ${allow}.`,
    );
  };
}

/** Remembers every route that is registered from here on; gives the methods that a path has. */
function collectRoutes(app: FastifyInstance): (path: string) => string[] {
  const routes: { method: string; pattern: RegExp }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    const pattern = new RegExp(`^${url.replaceAll('.', '\\.').replace(/:\w+\([^)]*\)/g, '[^/]+')}$`);
    for (const one of [method].flat()) routes.push({ method: one, pattern });
  });
  return (path) => routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
}

/** A malformed escape in a path stands for itself: such a UID is one that does not exist. Also takes absolute forms. */
export function normalizeUrl(url: string): string {
  const target = /^https?:\/\//i.test(url) ? url.replace(/^https?:\/\/[^/?#]*/i, '') || '/' : url;
  const query = target.indexOf('?');
  const path = query === -1 ? target : target.slice(0, query);
  if (!path.includes('%')) return target;
  try {
    decodeURIComponent(path);
    return target;
  } catch {
    return path.replaceAll('%', '%25') + target.slice(path.length);
  }
}
