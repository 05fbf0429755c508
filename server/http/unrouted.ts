import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_PREFIX } from '../../contract/paths.ts';
import { ApiError, excerpt } from '../errors/api-error.ts';
import type { RouteTable } from '../routes/route-table.ts';
import { allowAnyOrigin, preflightHeaders } from './cors.ts';

/**
 * The route check (ARCHITECTURE.md, "The order of checks") of a path or method that no route has: the error to throw, or
 * the headers that answer a preflight.
 */
export function resolveUnrouted(
  table: RouteTable,
  { url, method, headers }: FastifyRequest,
  reply: FastifyReply,
): ApiError | Record<string, string> {
  const path = decodeURI(url.split(/[?#]/, 1)[0] as string);
  const routes = table.at(path);
  if (routes.some(({ anyOrigin }) => anyOrigin)) allowAnyOrigin(reply);
  const methods = routes.flatMap((route) => (route.isUnsupported ? [] : route.methods));
  if (methods.length === 0)
    return new ApiError(
      'not_found',
      `${excerpt(`${method} ${path}`)} 요청을 처리하는 API가 없습니다. 주소와 API 버전(${API_PREFIX})을 확인하십시오.`,
    );
  const allow = methods.join(', ');
  reply.header('allow', allow);
  const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'];
  if (isPreflight && reply.hasHeader('access-control-allow-origin')) return preflightHeaders(methods);
  return new ApiError(
    'not_found',
    `이 경로에서는 ${method} 메서드를 지원하지 않습니다. 사용할 수 있는 메서드: ${allow}.`,
  );
}
