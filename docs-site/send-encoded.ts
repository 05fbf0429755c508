import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Responder } from '../server/http/responder.ts';
import type { Encoded } from './content-encoding.ts';

/** In the coding that was asked for, or 304 where it is known already. */
export async function sendEncoded(
  send: Responder['send'],
  request: FastifyRequest,
  reply: FastifyReply,
  { coding, etag, bytes }: Encoded,
): Promise<FastifyReply> {
  const vary = [reply.getHeader('vary'), 'Accept-Encoding'].filter((one) => one !== undefined);
  reply.header('vary', vary.join(', ')).header('etag', etag);
  if (matches(request.headers['if-none-match'], etag)) return send(request, reply.code(304));
  if (coding !== 'identity') reply.header('content-encoding', coding);
  return send(request, reply, await bytes());
}

const matches = (asked: string | undefined, etag: string): boolean =>
  asked?.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag) ?? false;
