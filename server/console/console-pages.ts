import { existsSync, globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { CONSOLE_PAGES, CONSOLE_PATH, FORMER_KEYS_PATH } from '../../contract/console-paths.ts';
import { ApiError } from '../errors/api-error.ts';
import { pageHeaders } from '../html/page-headers.ts';
import { encodeBytes, encodedOutcome, type NegotiateEncoding } from '../http/content-encoding.ts';
import { CACHE_FOREVER, SAME_ORIGIN_RESOURCE } from '../http/response-headers.ts';
import type { IncomingRequest } from '../request/incoming-request.ts';
import type { Route } from '../routes/route-table.ts';
import type { ConsoleSite } from './console-site.ts';

/** Written by console/build.ts, which `npm ci` runs. */
const BUILD_FOLDER = join(import.meta.dirname, '../../console/dist');
const CONTENT_TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const NOT_BUILT =
  '<!doctype html><meta charset="utf-8"><title>Rollbook</title><p lang="ko">콘솔이 아직 빌드되지 않았습니다. 서버에서 <code>npm ci</code>를 실행하면 빌드됩니다.</p><p lang="en">The console is not built. <code>npm ci</code> on the server builds it.</p>';

export const isConsoleBuilt = (): boolean => existsSync(join(BUILD_FOLDER, 'index.html'));

/** The console's page and its files. */
export function consolePages(site: () => ConsoleSite): Route[] {
  const headers = {
    // Imports read texts of other tools in a worker; a link is shown in a frame before there is one.
    ...pageHeaders({ 'worker-src': "'self'", 'frame-src': "'self'" }),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
  };
  const files = new Map<string, NegotiateEncoding>();

  /** Read at the first request, so that a build is found without a restart. */
  function readPage(): NegotiateEncoding | undefined {
    if (files.size === 0 && isConsoleBuilt()) {
      const html = readFileSync(join(BUILD_FOLDER, 'index.html'), 'utf8');
      files.set('', encodeBytes(Buffer.from(html.replaceAll('"/console/', `"${site().basePath}/console/`))));
      const folder = join(BUILD_FOLDER, 'assets');
      for (const name of globSync('*', { cwd: folder, exclude: ['*.br'] })) {
        const compressed = join(folder, `${name}.br`);
        const brotli = existsSync(compressed) ? readFileSync(compressed) : undefined;
        files.set(name, encodeBytes(readFileSync(join(folder, name)), brotli));
      }
    }
    return files.get('');
  }

  const page: Route['answer'] = (request) => {
    const location = findLocalhostAddress(request, site());
    if (location !== undefined) return { status: 302, headers: { location } };
    const encoded = readPage();
    return encoded === undefined
      ? { status: 503, headers, body: NOT_BUILT }
      : encodedOutcome(request, encoded, headers);
  };
  const asset: Route['answer'] = (request) => {
    const { name = '' } = request.params;
    readPage();
    const encoded = name === '' ? undefined : files.get(name);
    if (encoded === undefined)
      throw new ApiError('not_found', '파일을 찾을 수 없습니다. 페이지를 새로 고침하십시오.');
    return encodedOutcome(request, encoded, {
      ...SAME_ORIGIN_RESOURCE,
      // A worker has the policy of its own script, and is to do nothing but compute.
      'content-security-policy': "default-src 'none'",
      'content-type': CONTENT_TYPES[extname(name)] ?? 'application/octet-stream',
      'cache-control': CACHE_FOREVER,
    });
  };
  const route = (path: string, answer: Route['answer']): Route => ({
    methods: ['GET', 'HEAD'],
    path: CONSOLE_PATH + path,
    origins: 'none',
    answer,
  });
  return [
    ...['/', ...Object.values(CONSOLE_PAGES), FORMER_KEYS_PATH].map((path) => route(path, page)),
    route('/assets/{name}', asset),
  ];
}

/** WebAuthn knows no IP addresses, so a page that was opened at 127.0.0.1 goes on at localhost. */
function findLocalhostAddress(
  { headers, url }: IncomingRequest,
  { origin }: ConsoleSite,
): string | undefined {
  const host = headers.host ?? '';
  const { hostname, port } = new URL(origin);
  if (hostname !== 'localhost' || !/^(127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(host)) return undefined;
  return (host.match(/:(\d+)$/)?.[1] ?? '80') === (port || '80') ? origin + url : undefined;
}
