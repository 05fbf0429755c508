import type { IncomingRequest } from '../request/incoming-request.ts';

/** Adds to what caches must tell apart. */
export function addVary({ answerHeaders }: IncomingRequest, name: string): void {
  const { vary } = answerHeaders;
  answerHeaders.vary = vary === undefined ? name : `${vary}, ${name}`;
}
