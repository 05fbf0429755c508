import { hash } from 'node:crypto';
import type { IncomingRequest } from '../request/incoming-request.ts';
import { type Outcome, withHeaders } from '../request/outcome.ts';

/** The strong ETag of values, by the text of the answer that has them: the same in every content coding. */
export const tagOf = (json: string): string => `"${hash('sha256', json, 'base64url').slice(0, 22)}"`;

export const parseTags = (header: string): string[] => header.split(',').map((tag) => tag.trim());

/** With these headers; or only they, if the caller has what they tag: it need not be sent again. */
export function unlessKept(
  { method, headers: { 'if-none-match': kept } }: IncomingRequest,
  outcome: Outcome,
  headers: Readonly<Record<'etag', string> & Record<string, string>>,
): Outcome {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && matchesEtag(kept, headers.etag) ? { status: 304, headers } : withHeaders(outcome, headers);
}

export const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  parseTags(ifNoneMatch).some((tag) => tag === '*' || toStrong(tag) === toStrong(etag));

const toStrong = (etag: string): string => etag.replace(/^W\//, '');
