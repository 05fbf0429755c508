import type { IncomingRequest } from '../request/incoming-request.ts';
import type { Outcome } from '../request/outcome.ts';
import type { NegotiateEncoding } from './content-encoding.ts';
import { addVary } from './vary.ts';

/** The body in the content coding that the client accepts, or 304 if `If-None-Match` has its ETag. */
export async function encodedOutcome(
  request: IncomingRequest,
  negotiate: NegotiateEncoding,
  headers: Readonly<Record<string, string>>,
): Promise<Outcome> {
  addVary(request, 'Accept-Encoding');
  const { coding, etag, bytes } = negotiate(request.headers['accept-encoding']);
  const tagged = { ...headers, etag };
  if (matchesEtag(request.headers['if-none-match'], etag)) return { status: 304, headers: tagged };
  return {
    status: 200,
    headers: coding === 'identity' ? tagged : { ...tagged, 'content-encoding': coding },
    body: await bytes(),
  };
}

export const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag) ??
  false;
