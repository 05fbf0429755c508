import { API_PREFIX, BETA_PREFIX } from '../../contract/paths.ts';
import { ApiError, excerpt } from '../errors/api-error.ts';
import { preflightHeaders } from '../http/response-headers.ts';
import type { IncomingRequest } from '../request/incoming-request.ts';
import type { Outcome } from '../request/outcome.ts';
import type { Route, RouteTable } from './route-table.ts';

/** The address of a link or board shows all that it shows, so no error repeats one, also of a mistyped path. */
const hideToken = (path: string): string => path.replace(/(\/[bs]\/).*/is, '$1…');

/**
 * The route check (ARCHITECTURE.md, "The order of checks") of a path or method that no route has: answers a preflight,
 * and throws otherwise. `routes` are those of the path.
 */
export function answerUnrouted(
  { url, method, headers, answerHeaders }: IncomingRequest,
  routes: readonly Route[],
  table: RouteTable,
): Outcome {
  const methods = routes.flatMap((route) => (route.isUnsupported ? [] : route.methods));
  if (methods.length === 0) {
    const path = hideToken(decodeURI(url.split(/[?#]/, 1)[0] as string));
    const [asked, other] = path.startsWith(BETA_PREFIX)
      ? [BETA_PREFIX, API_PREFIX]
      : [API_PREFIX, BETA_PREFIX];
    const there = other + path.slice(asked.length);
    const isThere =
      path.startsWith(`${asked}/`) &&
      table.match(there).routes.some(({ methods }) => methods.includes(method));
    throw new ApiError(
      'not_found',
      `${excerpt(`${method} ${path}`)} 요청을 처리하는 API가 없습니다. ${
        isThere
          ? `${excerpt(`${method} ${there}`)} 요청으로 보내십시오.`
          : `주소와 API 버전(${asked})을 확인하십시오.`
      }`,
    );
  }
  const allow = methods.join(', ');
  answerHeaders.allow = allow;
  const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'];
  if (isPreflight && answerHeaders['access-control-allow-origin'] !== undefined)
    return { status: 204, headers: preflightHeaders(methods) };
  throw new ApiError(
    'not_found',
    `이 경로에서는 ${method} 메서드를 지원하지 않습니다. 사용할 수 있는 메서드: ${allow}.`,
  );
}
