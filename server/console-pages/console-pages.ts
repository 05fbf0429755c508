import { existsSync, globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { CONSOLE_PAGES, CONSOLE_PATH, FORMER_KEYS_PATH } from '../../contract/console-paths.ts';
import type { ConsoleSite } from '../console/console-site.ts';
import { ApiError } from '../errors/api-error.ts';
import { pageHeaders } from '../html/page-headers.ts';
import { encodeBytes, encodedOutcome, type NegotiateEncoding } from '../http/content-encoding.ts';
import { CACHE_FOREVER, SAME_ORIGIN_RESOURCE } from '../http/response-headers.ts';
import type { IncomingRequest } from '../request/incoming-request.ts';
import type { Route } from '../routes/route-table.ts';

/** Written by console/build.ts, which `npm ci` runs. */
const BUILD_FOLDER = join(import.meta.dirname, '../../console/dist');
const CONTENT_TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};
const NOT_BUILT =
  '<!doctype html><meta charset="utf-8"><title>Rollbook</title><p lang="ko">콘솔이 아직 빌드되지 않았습니다. 서버에서 <code>npm ci</code>를 실행하면 빌드됩니다.</p><p lang="en">The console is not built. <code>npm ci</code> on the server builds it.</p>';

export const isConsoleBuilt = (): boolean => existsSync(join(BUILD_FOLDER, 'index.html'));

/** Where players let apps in. */
const PAGES_OF_APPS: readonly string[] = [CONSOLE_PAGES.consent, CONSOLE_PAGES.device];

/** The console's page and its files. */
export function consolePageRows(site: () => ConsoleSite, hasApps: boolean): Route[] {
  const headers = {
    // Imports read texts of other tools in a worker; a link is shown in a frame before there is one.
    ...pageHeaders({ 'worker-src': "'self'", 'frame-src': "'self'", 'manifest-src': "'self'" }),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
  };
  const files = new Map<string, NegotiateEncoding>();

  /** Read at the first request, so that a build is found without a restart. */
  function findFile(name: string): NegotiateEncoding | undefined {
    if (files.size === 0 && isConsoleBuilt())
      for (const path of globSync('{*,assets/*}.*', { cwd: BUILD_FOLDER, exclude: ['**/*.br'] })) {
        const file = join(BUILD_FOLDER, path);
        const compressed = `${file}.br`;
        const brotli = existsSync(compressed) ? readFileSync(compressed) : undefined;
        files.set(path.replaceAll('\\', '/'), encodeBytes(readFile(file), brotli));
      }
    return files.get(name);
  }

  /** The page names its files, and the manifest the app. */
  const readFile = (file: string): Buffer =>
    ['.html', '.webmanifest'].includes(extname(file))
      ? Buffer.from(
          readFileSync(file, 'utf8').replaceAll(/"\/console(?=[/"])/g, `"${site().basePath}/console`),
        )
      : readFileSync(file);

  const page: Route['answer'] = (request) => {
    const location = findLocalhostAddress(request, site());
    if (location !== undefined) return { status: 302, headers: { location } };
    const encoded = findFile('index.html');
    return encoded === undefined
      ? { status: 503, headers, body: NOT_BUILT }
      : encodedOutcome(request, encoded, headers);
  };
  /** The page says what is not there. */
  const missingPage: Route['answer'] = async (request) => {
    const outcome = await page(request);
    return outcome.status === 200 ? { ...outcome, status: 404 } : outcome;
  };
  function answerFile(
    request: IncomingRequest,
    name: string,
    headersOfFile: Readonly<Record<string, string>>,
  ): ReturnType<Route['answer']> {
    const encoded = findFile(name);
    if (encoded === undefined)
      throw new ApiError('not_found', '파일을 찾을 수 없습니다. 페이지를 새로 고침하십시오.');
    return encodedOutcome(request, encoded, {
      ...SAME_ORIGIN_RESOURCE,
      'content-type': CONTENT_TYPES[extname(name)] ?? 'application/octet-stream',
      ...headersOfFile,
    });
  }
  const route = (path: string, answer: Route['answer']): Route => ({
    methods: ['GET', 'HEAD'],
    path: CONSOLE_PATH + path,
    origins: 'none',
    answer,
  });
  return [
    ...['/', ...Object.values(CONSOLE_PAGES), FORMER_KEYS_PATH].map((path) =>
      route(path, hasApps || !PAGES_OF_APPS.includes(path) ? page : missingPage),
    ),
    // What has a dot is a file, and not there either.
    route('/{page}', (request) => {
      if (/\.|^api$|^assets$/.test(request.params.page ?? ''))
        throw new ApiError('not_found', '이 주소에는 아무것도 없습니다.');
      return missingPage(request);
    }),
    route('/assets/{name}', (request) =>
      answerFile(request, `assets/${request.params.name}`, {
        // A worker has the policy of its own script, and is to do nothing but compute.
        'content-security-policy': "default-src 'none'",
        'cache-control': CACHE_FOREVER,
      }),
    ),
    ...['manifest.webmanifest', 'manifest.en.webmanifest'].map((name) =>
      route(`/${name}`, (request) => answerFile(request, name, { 'cache-control': 'no-cache' })),
    ),
    route('/worker.js', (request) =>
      answerFile(request, 'worker.js', {
        // This one answers the requests of pages.
        'content-security-policy': "default-src 'none'; connect-src 'self'",
        'cache-control': 'no-cache',
        // Its folder does not hold the roster, whose path has no slash at the end.
        'service-worker-allowed': site().basePath + CONSOLE_PATH,
      }),
    ),
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
