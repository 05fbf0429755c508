import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EncodedBody } from './content-encoding.ts';
import type { Responder } from './responder.ts';
import { addVary } from './vary.ts';

/** Sends the body in its content coding, or 304 if `If-None-Match` has its ETag. */
export async function sendEncoded(
  send: Responder['send'],
  request: FastifyRequest,
  reply: FastifyReply,
  { coding, etag, bytes }: EncodedBody,
): Promise<FastifyReply> {
  addVary(reply, 'Accept-Encoding').header('etag', etag);
  if (matchesEtag(request.headers['if-none-match'], etag)) return send(request, reply.code(304));
  if (coding !== 'identity') reply.header('content-encoding', coding);
  return send(request, reply, await bytes());
}

const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag) ??
  false;
