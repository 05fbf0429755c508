import type { FastifyReply } from 'fastify';

/** Adds to what caches must tell apart. */
export function addVary(reply: FastifyReply, name: string): FastifyReply {
  const vary = [reply.getHeader('vary'), name].filter((value) => value !== undefined);
  return reply.header('vary', vary.join(', '));
}
