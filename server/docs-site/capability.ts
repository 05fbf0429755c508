import type { Language } from '../../contract/bilingual.ts';
import { JSON_CONTENT_TYPE } from '../../contract/headers.ts';
import {
  ASSISTANTS_PATHS,
  BETA_OPENAPI_PATH,
  CATALOGUE_PATH,
  CHANGELOG_MARKDOWN_PATH,
  CHANGELOG_PATHS,
  FRONT_PATHS,
  GROWTH_PATH,
  GUIDE_PATH,
  GUIDE_PATHS,
  LLMS_PATH,
  MARKDOWN_PATHS,
  OPENAPI_PATH,
  REFERENCE_PATHS,
  STAGES_PATH,
} from '../../contract/paths.ts';
import type { Capability } from '../capability.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { stagesFile } from '../catalogue/catalogue-data.ts';
import { type CatalogueSnapshot, catalogueDate } from '../catalogue/live-catalogue.ts';
import { connectsApps } from '../config.ts';
import { ApiError } from '../errors/api-error.ts';
import { findAsset } from '../html/assets.ts';
import { pageHeaders } from '../html/page-headers.ts';
import { preferredLanguage, wantsMarkdown } from '../http/accept-headers.ts';
import { encodedOutcome, encodeText, type NegotiateEncoding } from '../http/content-encoding.ts';
import {
  addVary,
  CACHE_FIVE_MINUTES,
  CACHE_FOREVER,
  SAME_ORIGIN_RESOURCE,
} from '../http/response-headers.ts';
import { jsonOutcome, withHeaders } from '../request/outcome.ts';
import type { Route } from '../routes/route-table.ts';
import type { Services } from '../services.ts';
import type { ServiceStatus } from './front-page.ts';
import type { ServiceInfo } from './guide/section.ts';

const HTML = 'text/html; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const PLAIN_TEXT = 'text/plain; charset=utf-8';

type Answer = Route['answer'];

/** The front page, the guide, the reference, the page of assistants, the changelog, Markdown of both texts, openapi.json, and the data of the game. */
export const docs: Capability = { rows: docsRows };

function docsRows({ urls, config, catalogue, ready }: Services): Route[] {
  const served = () => catalogue.current;
  const serviceInfo = (): ServiceInfo => ({
    baseUrl: urls.base(),
    docsUrl: urls.docs(),
    limits: { read: config.readLimit, write: config.writeLimit },
    served: served(),
    connectsApps: connectsApps(config),
  });
  const headers = pageHeaders();
  const page = (language: Language, render: () => Promise<string>): Answer =>
    cacheDocument(HTML, render, { ...headers, 'content-language': language });
  // Pages are loaded when first asked for: the start is quicker for it.
  const markdown = forEachLanguage((language) =>
    cacheDocument(MARKDOWN, async () =>
      (await import('./guide-markdown.ts')).guideMarkdown(language, serviceInfo()),
    ),
  );
  const guide = (language: Language, path: string) =>
    negotiateMarkdown(
      page(language, async () => (await import('./guide-page.ts')).guidePage(language, serviceInfo(), path)),
      markdown[language],
    );
  const changelogMarkdown = cacheDocument(MARKDOWN, async () =>
    (await import('./changelog-page.ts')).changelogMarkdown(),
  );
  const changelog = (language: Language) =>
    negotiateMarkdown(
      page(language, async () =>
        (await import('./changelog-page.ts')).changelogPage(language, serviceInfo()),
      ),
      changelogMarkdown,
    );
  const llmsText = async () => (await import('./llms-text.ts')).llmsText(serviceInfo());
  const reference = (language: Language) =>
    page(language, async () => (await import('./reference-page.ts')).referencePage(language, serviceInfo()));
  const assistants = (language: Language) =>
    page(language, async () =>
      (await import('./assistants-page.ts')).assistantsPage(language, serviceInfo()),
    );

  const frontPage =
    (language: Language, path: string): Answer =>
    async (request) => {
      const status = await readStatus(ready, served());
      const uncached = { 'cache-control': 'no-store' };
      if (wantsJson(request.headers.accept))
        return withHeaders(jsonOutcome(JSON.stringify(status)), uncached);
      const render = (await import('./front-page.ts')).frontPage;
      return {
        status: 200,
        headers: { ...headers, ...uncached, 'content-language': language, 'content-type': HTML },
        body: render({ language, path, status, service: serviceInfo(), signup: config.signup }),
      };
    };
  const answerAsset: Answer = async (request) => {
    const asset = findAsset(request.params.asset ?? '');
    if (asset === undefined)
      throw new ApiError('not_found', '파일을 찾을 수 없습니다. 페이지를 새로 고침하십시오.');
    return encodedOutcome(request, asset.encoded, {
      ...SAME_ORIGIN_RESOURCE,
      'content-type': asset.type,
      'cache-control': CACHE_FOREVER,
    });
  };
  /** A document of the catalogue, with its date, for every origin. */
  const catalogueRoute = (path: string, render: (catalogue: Catalogue) => string): Route => {
    const document = cacheDocument(JSON_CONTENT_TYPE, async () => render(served().catalogue));
    return {
      ...route(path, async (request) => {
        // Before the body is encoded: an import may replace the catalogue meanwhile.
        const modified = { 'last-modified': catalogueDate(served()).toUTCString() };
        return withHeaders(await document(request), modified);
      }),
      origins: 'any',
    };
  };
  const openApiText = async () => JSON.stringify((await import('./openapi.ts')).openApi(serviceInfo()));
  const betaOpenApiText = async () =>
    JSON.stringify((await import('./openapi.ts')).betaOpenApi(serviceInfo()));

  return [
    route('/', negotiateLanguage(forEachLanguage((language) => frontPage(language, '/')))),
    route(GUIDE_PATH, negotiateLanguage(forEachLanguage((language) => guide(language, GUIDE_PATH)))),
    ...LANGUAGES.flatMap((language) => [
      route(FRONT_PATHS[language], frontPage(language, FRONT_PATHS[language])),
      route(GUIDE_PATHS[language], guide(language, GUIDE_PATHS[language])),
      route(MARKDOWN_PATHS[language], markdown[language]),
      route(REFERENCE_PATHS[language], reference(language)),
      route(ASSISTANTS_PATHS[language], assistants(language)),
      route(CHANGELOG_PATHS[language], changelog(language)),
    ]),
    route(CHANGELOG_MARKDOWN_PATH, changelogMarkdown),
    route(LLMS_PATH, cacheDocument(PLAIN_TEXT, llmsText)),
    route(OPENAPI_PATH, cacheDocument(JSON_CONTENT_TYPE, openApiText)),
    route(BETA_OPENAPI_PATH, cacheDocument(JSON_CONTENT_TYPE, betaOpenApiText)),
    catalogueRoute(CATALOGUE_PATH, ({ json }) => json),
    catalogueRoute(GROWTH_PATH, ({ growthFacts }) => JSON.stringify(growthFacts)),
    {
      ...route(
        STAGES_PATH,
        cacheDocument(JSON_CONTENT_TYPE, async () => JSON.stringify(stagesFile())),
      ),
      origins: 'any',
    },
    route('/docs/assets/{asset}', answerAsset),
  ];

  /** Renders at the first request, when the address is known, and again for another catalogue. */
  function cacheDocument(
    type: string,
    render: () => Promise<string>,
    more: Record<string, string> = {},
  ): Answer {
    let rendered: { of: CatalogueSnapshot; encoded: NegotiateEncoding } | undefined;
    const all = { ...more, 'content-type': type, 'cache-control': CACHE_FIVE_MINUTES };
    return async (request) => {
      const of = served();
      if (rendered?.of !== of) rendered = { of, encoded: encodeText(await render()) };
      return encodedOutcome(request, rendered.encoded, all);
    };
  }
}

const LANGUAGES: readonly Language[] = ['ko', 'en'];
const forEachLanguage = <T>(create: (language: Language) => T): Record<Language, T> => ({
  ko: create('ko'),
  en: create('en'),
});

/** The page in the language that the reader prefers; each has a link to the other. */
const negotiateLanguage =
  (pages: Record<Language, Answer>): Answer =>
  (request) => {
    addVary(request, 'Accept-Language');
    return pages[preferredLanguage(request.headers['accept-language'])](request);
  };

/** The page, or its Markdown for those that ask for it. */
const negotiateMarkdown =
  (page: Answer, markdown: Answer): Answer =>
  (request) => {
    addVary(request, 'Accept');
    return (wantsMarkdown(request.headers.accept) ? markdown : page)(request);
  };

const route = (path: string, answer: Answer): Route => ({ methods: ['GET', 'HEAD'], path, answer });

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
