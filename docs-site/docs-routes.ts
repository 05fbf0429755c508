import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../contract/bilingual.ts';
import { JSON_TYPE } from '../contract/headers.ts';
import type { CatalogueSnapshot } from '../server/catalogue/live-catalogue.ts';
import type { Config } from '../server/config.ts';
import { ApiError } from '../server/http/api-error.ts';
import type { PublicUrls } from '../server/http/public-urls.ts';
import { assetNamed } from './assets.ts';
import { encodings } from './content-encoding.ts';
import { GUIDE_PATHS, INTERACTIVE_PATH, OPENAPI_PATH } from './docs-paths.ts';
import type { State } from './front-page.ts';
import type { Facts } from './guide/section.ts';
import { openApi } from './openapi.ts';
import { pageHeaders } from './page-headers.ts';
import { type Answerer, sendEncoded } from './send-encoded.ts';

const HTML = 'text/html; charset=utf-8';
const FIVE_MINUTES = 'public, max-age=300';
const FOR_EVER = 'public, max-age=31536000, immutable';

interface Surroundings {
  addresses: PublicUrls;
  served: () => CatalogueSnapshot;
  config: Config;
  ready: () => Promise<void>;
  answer: Answerer;
}

/** What needs no key: the description for machines and the pages for people. */
export function referenceRoutes(
  app: FastifyInstance,
  { addresses, served, config, ready, answer }: Surroundings,
): void {
  const facts = (): Facts => ({
    baseUrl: addresses.base(),
    docsUrl: addresses.docs(),
    limits: { read: config.readLimit, write: config.writeLimit },
    served: served(),
  });
  const headers = pageHeaders();
  // Scalar writes style attributes and sheets as it goes. Whatever they would fetch, the rest of the policy forbids.
  const interactiveHeaders = pageHeaders({ 'style-src': "'self' 'unsafe-inline'" });
  // Pages are loaded when first asked for: the start is quicker for it.
  const guide = (language: Language) => async () =>
    (await import('./guide-page.ts')).guidePage(language, facts());
  const interactive = async () => {
    const { interactivePage } = await import('./interactive/interactive-page.ts');
    const { scalar } = await import('./interactive/scalar.ts');
    return interactivePage(scalar.name);
  };

  show('/', async (request, reply) => {
    const state = await stateOf(ready, served());
    reply.header('cache-control', 'no-store');
    if (wantsJson(request.headers.accept))
      return answer(request, reply.type(JSON_TYPE), JSON.stringify(state));
    const { frontPage } = await import('./front-page.ts');
    return answer(request, reply.headers(headers).type(HTML), frontPage(state));
  });
  serve(GUIDE_PATHS.ko, HTML, guide('ko'), headers);
  serve(GUIDE_PATHS.en, HTML, guide('en'), headers);
  serve(OPENAPI_PATH, JSON_TYPE, async () => JSON.stringify(openApi(addresses.base(), addresses.docs())));
  serve(INTERACTIVE_PATH, HTML, interactive, interactiveHeaders);
  show('/docs/assets/:asset([^/]+)', async (request, reply) => {
    const name = (request.params as { asset: string }).asset;
    const { scalar } = await import('./interactive/scalar.ts');
    const asset = name === scalar.name ? scalar : assetNamed(name);
    if (asset === undefined)
      throw new ApiError('not_found', '파일을 찾을 수 없습니다. 페이지를 새로 고침하십시오.');
    reply.type(asset.type).header('cache-control', FOR_EVER);
    return sendEncoded(answer, request, reply, asset.encoded(request.headers['accept-encoding']));
  });

  /** Made at the first request, when the address is known, and again for another catalogue. */
  function serve(
    url: string,
    type: string,
    make: () => Promise<string>,
    more: Record<string, string> = {},
  ): void {
    let made: { of: CatalogueSnapshot; encoded: ReturnType<typeof encodings> } | undefined;
    show(url, async (request, reply) => {
      const of = served();
      if (made?.of !== of) made = { of, encoded: encodings(await make()) };
      reply.headers(more).type(type).header('cache-control', FIVE_MINUTES);
      return sendEncoded(answer, request, reply, made.encoded(request.headers['accept-encoding']));
    });
  }

  function show(url: string, handler: (request: FastifyRequest, reply: FastifyReply) => unknown): void {
    app.route({ method: ['GET', 'HEAD'], url, handler: async (request, reply) => handler(request, reply) });
  }
}

async function stateOf(look: () => Promise<void>, { catalogue }: CatalogueSnapshot): Promise<State> {
  const ready = await look().then(
    () => true,
    () => false,
  );
  return { ready, catalogue: { version: catalogue.version, students: catalogue.entries.length } };
}

const wantsJson = (accept = ''): boolean =>
  accept.includes('application/json') && !accept.includes('text/html');
