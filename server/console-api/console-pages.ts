import { existsSync, globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { CONSOLE_PAGES, CONSOLE_PATH } from '../../contract/paths.ts';
import { ApiError } from '../errors/api-error.ts';
import { type EncodedBody, encodeBytes } from '../http/content-encoding.ts';
import { pageHeaders, SAME_ORIGIN_RESOURCE } from '../http/page-headers.ts';
import type { Responder } from '../http/responder.ts';
import { sendEncoded } from '../http/send-encoded.ts';
import type { PublicRoute } from '../routes/route-table.ts';
import type { ConsoleSite } from './console-site.ts';

/** Written by console/build.ts, which `npm ci` runs. */
const BUILD_FOLDER = join(import.meta.dirname, '../../console/dist');
const CONTENT_TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const CACHE_FOREVER = 'public, max-age=31536000, immutable';
const NOT_BUILT =
  '<!doctype html><meta charset="utf-8"><title>Rollbook</title><p lang="ko">콘솔이 아직 빌드되지 않았습니다. 서버에서 <code>npm ci</code>를 실행하면 빌드됩니다.</p><p lang="en">The console is not built. <code>npm ci</code> on the server builds it.</p>';

export const isConsoleBuilt = (): boolean => existsSync(join(BUILD_FOLDER, 'index.html'));

/** The console's page and its files. */
export function consolePages(site: () => ConsoleSite, { send }: Responder): PublicRoute[] {
  const headers = pageHeaders();
  const files = new Map<string, (acceptEncoding: string | undefined) => EncodedBody>();

  /** Read at the first request, so that a build is found without a restart. */
  function readPage(): ((acceptEncoding: string | undefined) => EncodedBody) | undefined {
    if (files.size === 0 && isConsoleBuilt()) {
      const html = readFileSync(join(BUILD_FOLDER, 'index.html'), 'utf8');
      files.set('', encodeBytes(Buffer.from(html.replaceAll('"/console/', `"${site().basePath}/console/`))));
      for (const name of globSync('*', { cwd: join(BUILD_FOLDER, 'assets') }))
        files.set(name, encodeBytes(readFileSync(join(BUILD_FOLDER, 'assets', name))));
    }
    return files.get('');
  }

  const page: PublicRoute['handle'] = (request, reply) => {
    const localhostAddress = findLocalhostAddress(request, site());
    if (localhostAddress !== undefined)
      return send(request, reply.code(302).header('location', localhostAddress));
    const encoded = readPage();
    reply.headers(headers).type('text/html; charset=utf-8').header('cache-control', 'no-cache');
    if (encoded === undefined) return send(request, reply.code(503), NOT_BUILT);
    return sendEncoded(send, request, reply, encoded(request.headers['accept-encoding']));
  };
  const asset: PublicRoute['handle'] = (request, reply) => {
    const { name } = request.params as { name: string };
    readPage();
    const encoded = name === '' ? undefined : files.get(name);
    if (encoded === undefined)
      throw new ApiError('not_found', '파일을 찾을 수 없습니다. 페이지를 새로 고침하십시오.');
    reply
      .headers(SAME_ORIGIN_RESOURCE)
      .type(CONTENT_TYPES[extname(name)] ?? 'application/octet-stream')
      .header('cache-control', CACHE_FOREVER);
    return sendEncoded(send, request, reply, encoded(request.headers['accept-encoding']));
  };
  const route = (path: string, handle: PublicRoute['handle']): PublicRoute => ({
    methods: ['GET', 'HEAD'],
    path: CONSOLE_PATH + path,
    handle,
  });
  return [
    ...['/', ...Object.values(CONSOLE_PAGES)].map((path) => route(path, page)),
    route('/assets/{name}', asset),
  ];
}

/** WebAuthn knows no IP addresses, so a page that was opened at 127.0.0.1 goes on at localhost. */
function findLocalhostAddress({ headers, url }: FastifyRequest, { origin }: ConsoleSite): string | undefined {
  const host = headers.host ?? '';
  const { hostname, port } = new URL(origin);
  if (hostname !== 'localhost' || !/^(127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(host)) return undefined;
  return (host.match(/:(\d+)$/)?.[1] ?? '80') === (port || '80') ? origin + url : undefined;
}
