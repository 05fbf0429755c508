import type { Language } from '../contract/bilingual.ts';
import { JSON_CONTENT_TYPE } from '../contract/headers.ts';
import {
  CATALOGUE_PATH,
  GUIDE_PATHS,
  LLMS_PATH,
  MARKDOWN_PATHS,
  OPENAPI_PATH,
  REFERENCE_PATHS,
} from '../contract/paths.ts';
import type { CatalogueSnapshot } from '../server/catalogue/live-catalogue.ts';
import type { Config } from '../server/config.ts';
import { ApiError } from '../server/http/api-error.ts';
import { encodeText } from '../server/http/content-encoding.ts';
import { pageHeaders } from '../server/http/page-headers.ts';
import type { PublicUrls } from '../server/http/public-urls.ts';
import type { Responder } from '../server/http/responder.ts';
import { sendEncoded } from '../server/http/send-encoded.ts';
import type { PublicRoute } from '../server/routes/route-table.ts';
import { findAsset } from './assets.ts';
import type { ServiceStatus } from './front-page.ts';
import type { ServiceInfo } from './guide/section.ts';

const HTML = 'text/html; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const PLAIN_TEXT = 'text/plain; charset=utf-8';
const CACHE_FIVE_MINUTES = 'public, max-age=300';
const CACHE_FOREVER = 'public, max-age=31536000, immutable';

interface DocsDependencies {
  urls: PublicUrls;
  served: () => CatalogueSnapshot;
  config: Config;
  ready: () => Promise<void>;
  responder: Responder;
}

/** The front page, the guide and its Markdown, the reference, openapi.json and catalogue.json. */
export function docsRoutes({ urls, served, config, ready, responder }: DocsDependencies): PublicRoute[] {
  const { send } = responder;
  const serviceInfo = (): ServiceInfo => ({
    baseUrl: urls.base(),
    docsUrl: urls.docs(),
    limits: { read: config.readLimit, write: config.writeLimit },
    served: served(),
  });
  const headers = pageHeaders();
  // Pages are loaded when first asked for: the start is quicker for it.
  const guide = (language: Language) => async () =>
    (await import('./guide-page.ts')).guidePage(language, serviceInfo());
  const markdown = (language: Language) =>
    cacheDocument(MARKDOWN, async () =>
      (await import('./guide-markdown.ts')).guideMarkdown(language, serviceInfo()),
    );
  const [markdownKo, markdownEn] = [markdown('ko'), markdown('en')];
  const llmsText = async () => (await import('./llms-text.ts')).llmsText(serviceInfo());
  const reference = (language: Language) => async () =>
    (await import('./reference-page.ts')).referencePage(language, serviceInfo());

  const frontPage: PublicRoute['handle'] = async (request, reply) => {
    const status = await readStatus(ready, served());
    reply.header('cache-control', 'no-store');
    if (wantsJson(request.headers.accept))
      return send(request, reply.type(JSON_CONTENT_TYPE), JSON.stringify(status));
    const page = (await import('./front-page.ts')).frontPage(status, serviceInfo(), config.signup);
    return send(request, reply.headers(headers).type(HTML), page);
  };
  const assetHandler: PublicRoute['handle'] = async (request, reply) => {
    const name = (request.params as { asset: string }).asset;
    const asset = findAsset(name);
    if (asset === undefined)
      throw new ApiError('not_found', '파일을 찾을 수 없습니다. 페이지를 새로 고침하십시오.');
    reply.type(asset.type).header('cache-control', CACHE_FOREVER);
    return sendEncoded(send, request, reply, asset.encoded(request.headers['accept-encoding']));
  };
  const openApiText = async () => JSON.stringify((await import('./openapi.ts')).openApi(serviceInfo()));

  return [
    route('/', frontPage),
    route(GUIDE_PATHS.ko, negotiateMarkdown(cacheDocument(HTML, guide('ko'), headers), markdownKo)),
    route(GUIDE_PATHS.en, negotiateMarkdown(cacheDocument(HTML, guide('en'), headers), markdownEn)),
    route(MARKDOWN_PATHS.ko, markdownKo),
    route(MARKDOWN_PATHS.en, markdownEn),
    route(LLMS_PATH, cacheDocument(PLAIN_TEXT, llmsText)),
    route(OPENAPI_PATH, cacheDocument(JSON_CONTENT_TYPE, openApiText)),
    {
      ...route(
        CATALOGUE_PATH,
        cacheDocument(JSON_CONTENT_TYPE, async () => served().catalogue.json),
      ),
      anyOrigin: true,
    },
    route(REFERENCE_PATHS.ko, cacheDocument(HTML, reference('ko'), headers)),
    route(REFERENCE_PATHS.en, cacheDocument(HTML, reference('en'), headers)),
    route('/docs/assets/{asset}', assetHandler),
  ];

  /** Renders at the first request, when the address is known, and again for another catalogue. */
  function cacheDocument(
    type: string,
    render: () => Promise<string>,
    more: Record<string, string> = {},
  ): PublicRoute['handle'] {
    let rendered: { of: CatalogueSnapshot; encoded: ReturnType<typeof encodeText> } | undefined;
    return async (request, reply) => {
      const of = served();
      if (rendered?.of !== of) rendered = { of, encoded: encodeText(await render()) };
      reply.headers(more).type(type).header('cache-control', CACHE_FIVE_MINUTES);
      return sendEncoded(send, request, reply, rendered.encoded(request.headers['accept-encoding']));
    };
  }
}

/** The page, or its Markdown for those that ask for it. */
const negotiateMarkdown =
  (page: PublicRoute['handle'], markdown: PublicRoute['handle']): PublicRoute['handle'] =>
  (request, reply) => {
    const vary = [reply.getHeader('vary'), 'Accept'].filter((value) => value !== undefined);
    reply.header('vary', vary.join(', '));
    return (wantsMarkdown(request.headers.accept) ? markdown : page)(request, reply);
  };

const route = (path: string, handle: PublicRoute['handle']): PublicRoute => ({
  methods: ['GET', 'HEAD'],
  path,
  handle,
});

async function readStatus(
  look: () => Promise<void>,
  { catalogue }: CatalogueSnapshot,
): Promise<ServiceStatus> {
  const ready = await look().then(
    () => true,
    () => false,
  );
  return { ready, catalogue: { version: catalogue.version, students: catalogue.entries.length } };
}

const wantsJson = (accept = ''): boolean =>
  accept.includes('application/json') && !accept.includes('text/html');

/** Only if named, and not less than HTML: browsers name HTML alone. */
function wantsMarkdown(accept = ''): boolean {
  const quality = (type: string): number => {
    const [name, ...parameters] =
      accept
        .toLowerCase()
        .split(',')
        .map((range) => range.split(';').map((part) => part.trim()))
        .find(([name]) => name === type) ?? [];
    if (name === undefined) return 0;
    return Number(parameters.find((each) => each.startsWith('q='))?.slice(2) ?? 1) || 0;
  };
  return quality('text/markdown') > 0 && quality('text/markdown') >= quality('text/html');
}
