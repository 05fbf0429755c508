import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { VERSION } from '../../contract/operations.ts';
import type { Addresses } from '../addresses.ts';
import type { Served } from '../catalogue/served.ts';
import type { Config } from '../config.ts';
import { openApi } from './openapi.ts';
import { page } from './page.ts';

/** What needs no key: the description for machines and the page for people, made once and told apart by ETag. */
export function referenceRoutes(
  app: FastifyInstance,
  addresses: Addresses,
  served: () => Served,
  config: Config,
  answer: (request: FastifyRequest, reply: FastifyReply, payload?: string) => FastifyReply,
): void {
  serve(`${VERSION}/openapi.json`, 'application/json; charset=utf-8', () =>
    JSON.stringify(openApi(addresses.base(), addresses.docs())),
  );
  serve('/docs', 'text/html; charset=utf-8', () => page(addresses.base(), served(), config));

  function serve(url: string, type: string, make: () => string): void {
    let made: { text: string; etag: string; of: Served } | undefined;
    const handler = (request: FastifyRequest, reply: FastifyReply) => {
      // Made at the first request, when the address is known, and again for another catalogue.
      if (made?.of !== served()) {
        const text = make();
        made = { of: served(), text, etag: `"${hash('sha256', text, 'hex').slice(0, 16)}"` };
      }
      const { text, etag } = made;
      reply.header('cache-control', 'public, max-age=300').header('etag', etag).type(type);
      if (type.startsWith('text/html'))
        reply.header(
          'content-security-policy',
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
        );
      return matches(request.headers['if-none-match'], etag)
        ? answer(request, reply.code(304))
        : answer(request, reply, text);
    };
    app.route({ method: ['GET', 'HEAD'], url, handler });
  }
}

const matches = (asked: string | undefined, etag: string): boolean =>
  asked?.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag) ?? false;
