import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Encoded } from './content-encoding.ts';

/** By which every answer leaves the house. */
export type Answerer = (
  request: FastifyRequest,
  reply: FastifyReply,
  payload?: string | Buffer,
) => FastifyReply;

/** In the coding that was asked for, or 304 where it is known already. */
export async function sendEncoded(
  answer: Answerer,
  request: FastifyRequest,
  reply: FastifyReply,
  { coding, etag, bytes }: Encoded,
): Promise<FastifyReply> {
  const vary = [reply.getHeader('vary'), 'Accept-Encoding'].filter((one) => one !== undefined);
  reply.header('vary', vary.join(', ')).header('etag', etag);
  if (matches(request.headers['if-none-match'], etag)) return answer(request, reply.code(304));
  if (coding !== 'identity') reply.header('content-encoding', coding);
  return answer(request, reply, await bytes());
}

const matches = (asked: string | undefined, etag: string): boolean =>
  asked?.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag) ?? false;
