import type { Language } from '../../contract/bilingual.ts';
import { SHARE_LIMIT } from '../../contract/limits.ts';
import { ApiError } from '../errors/api-error.ts';
import { pageHeaders } from '../html/page-headers.ts';
import { namesHtml, preferredLanguage } from '../http/accept-headers.ts';
import { createCallerAddress } from '../http/caller-address.ts';
import { compressOutcome } from '../http/compress-outcome.ts';
import { chooseCoding } from '../http/content-encoding.ts';
import { addVary } from '../http/response-headers.ts';
import { createRateLimitReporter } from '../rate-limit/rate-limit-headers.ts';
import type { IncomingRequest } from '../request/incoming-request.ts';
import type { Outcome } from '../request/outcome.ts';
import { defineRoute } from '../routes/define-route.ts';
import type { Route } from '../routes/route-table.ts';
import { AccountQueue } from '../scheduling/account-queue.ts';
import type { Services } from '../services.ts';
import type { SharePages } from './create-share-pages.ts';
import type { RenderedShares } from './rendered-shares.ts';

/** A token of `generateShareToken`, and what is asked for. */
const TARGET = /^([0-9A-Za-z]{22})(\.json|\.png)?$/;
const NOT_INDEXED = { 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'no-store' };
/** A copy may be kept, and is shown only once the link was asked again: it may have ended. */
export const ASKED_AGAIN = { 'cache-control': 'no-cache' };

/** What is behind an address that whoever has it may open. */
export interface LinkForms<Found> {
  /** `/s`. The token follows, with `.json` for programs and `.png` for the picture. */
  readonly path: string;
  readonly operation: string;
  readonly find: (token: string) => Promise<Found | undefined>;
  readonly accountOf: (found: Found) => string;
  readonly page: (request: IncomingRequest, found: Found) => Promise<Outcome>;
  readonly json: (request: IncomingRequest, found: Found) => Promise<Outcome>;
  readonly picture: (request: IncomingRequest, found: Found) => Promise<Outcome>;
}

/** The answers behind such addresses, which are counted together. */
export function defineLinkRow<Found>(services: Services, pages: SharePages, forms: LinkForms<Found>): Route {
  const { config, linkViews } = services;
  const report = createRateLimitReporter('share', SHARE_LIMIT.perWindow);
  const addressOf = createCallerAddress(config.trustedProxies);
  /** However many look at once, others are served in between. */
  const views = new AccountQueue();

  async function answerNotice(
    request: IncomingRequest,
    notice: 'gone' | 'busy',
    status: number,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Outcome> {
    const language = languageOf(request);
    addVary(request, 'Accept-Language');
    return compressOutcome(request, {
      status,
      headers: { ...htmlHeaders(language), ...headers },
      // From where the links of a page lead on: as deep as each of them.
      body: await pages.notice({ path: `${forms.path}/`, language }, notice),
    });
  }

  return defineRoute({
    methods: ['GET', 'HEAD'],
    path: `${forms.path}/{token}`,
    operation: forms.operation,
    permission: 'read',
    origins: 'any',
    async admit(request) {
      Object.assign(request.answerHeaders, NOT_INDEXED);
      const { headers, error: limited } = report(await linkViews.consume(addressOf(request)));
      Object.assign(request.answerHeaders, headers);
      const [, token, suffix] = TARGET.exec(request.params.token ?? '') ?? [];
      const isOpened = limited === undefined && token !== undefined;
      return { request, suffix, limited, found: isOpened ? await forms.find(token) : undefined };
    },
    turns: { queue: views, accountOf: ({ found }) => found && forms.accountOf(found) },
    async handle({ request, suffix, limited, found }) {
      if (limited !== undefined) {
        if (suffix !== undefined || !namesHtml(request.headers.accept)) throw limited;
        return answerNotice(request, 'busy', limited.status, limited.headers);
      }
      if (found === undefined) {
        if (suffix === undefined) return answerNotice(request, 'gone', 404);
        throw goneError();
      }
      if (suffix === undefined) return forms.page(request, found);
      return suffix === '.json' ? forms.json(request, found) : forms.picture(request, found);
    },
  });
}

/** Renders what is shown once until it changes. Whether it may be seen was read before. */
export async function answerRendered(
  request: IncomingRequest,
  rendered: RenderedShares,
  form: string,
  readVersion: (language: Language) => Promise<string>,
  render: (language: Language) => Promise<Outcome>,
): Promise<Outcome> {
  const language = languageOf(request);
  addVary(request, 'Accept-Language');
  const coding = chooseCoding(request.headers['accept-encoding']);
  const name = [form, language, coding].join(' ');
  const version = await readVersion(language);
  const known = rendered.find(name, version);
  if (known !== undefined) {
    addVary(request, 'Accept-Encoding');
    return known;
  }
  const { status, headers, body = '' } = await compressOutcome(request, await render(language));
  const outcome = { status, headers, body: Buffer.from(body) };
  // Not what has changed while it was read.
  if ((await readVersion(language)) === version) rendered.keep(name, version, outcome);
  return outcome;
}

export const htmlHeaders = (language: Language): Record<string, string> => ({
  ...pageHeaders(),
  'content-type': 'text/html; charset=utf-8',
  'content-language': language,
});

/** `lang` comes before what the browser prefers. */
function languageOf({ query, headers }: IncomingRequest): Language {
  const chosen = new URLSearchParams(query).get('lang');
  return chosen === 'ko' || chosen === 'en' ? chosen : preferredLanguage(headers['accept-language']);
}

const goneError = (): ApiError =>
  new ApiError('not_found', '링크가 없거나 만료되었습니다. 보낸 사람에게 새 링크를 요청하십시오.');
