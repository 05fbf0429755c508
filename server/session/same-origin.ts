import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '../errors/api-error.ts';

/**
 * CSRF: a change must come from the console's own pages. Browsers send Origin with every change, and Sec-Fetch-Site
 * where the origin is https or localhost.
 */
export function requireSameOrigin(
  { origin, 'sec-fetch-site': site }: IncomingHttpHeaders,
  consoleOrigin: string,
): void {
  const isSameSite = site === undefined || site === 'same-origin';
  const isSameOrigin = origin === undefined ? site === 'same-origin' : origin === consoleOrigin;
  if (!isSameSite || !isSameOrigin)
    throw new ApiError(
      'other_origin',
      `이 요청은 콘솔 페이지(${consoleOrigin})에서만 보낼 수 있습니다. 주소를 확인하고 페이지를 새로 고치십시오.`,
    );
}

/** Throws for a request that a page of another site has made. */
export function requireOwnPage({ 'sec-fetch-site': site = 'same-origin' }: IncomingHttpHeaders): void {
  if (site !== 'same-origin')
    throw new ApiError('other_origin', '이 주소는 콘솔의 페이지에서만 볼 수 있습니다.');
}
