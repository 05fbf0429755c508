import { hash } from 'node:crypto';
import type { Language } from '../../contract/bilingual.ts';
import { SHARE_LIMIT } from '../../contract/limits.ts';
import { SHARE_PATH } from '../../contract/shares.ts';
import type { AppContext } from '../app-context.ts';
import { ApiError } from '../errors/api-error.ts';
import { pageHeaders } from '../html/page-headers.ts';
import { namesHtml, preferredLanguage } from '../http/accept-headers.ts';
import { createCallerAddress } from '../http/caller-address.ts';
import { compressOutcome } from '../http/compress-outcome.ts';
import { chooseCoding } from '../http/content-encoding.ts';
import { unlessKept } from '../http/etags.ts';
import { addVary } from '../http/response-headers.ts';
import { createFixedAddressLimiter } from '../rate-limit/create-rate-limiters.ts';
import { createRateLimitReporter } from '../rate-limit/rate-limit-headers.ts';
import type { IncomingRequest } from '../request/incoming-request.ts';
import { jsonOutcome, type Outcome, withHeaders } from '../request/outcome.ts';
import { defineRoute } from '../routes/define-route.ts';
import type { Route } from '../routes/route-table.ts';
import { AccountQueue } from '../scheduling/account-queue.ts';
import type { SharePages } from './create-share-pages.ts';
import { type OpenShare, openShare, readPicture } from './records.ts';
import { RenderedShares } from './rendered-shares.ts';
import { createShareUrls } from './share-urls.ts';
import { readRosterVersion, readSharedRoster } from './shared-roster.ts';

/** A token of `generateShareToken`, and what is asked for. */
const TARGET = /^([0-9A-Za-z]{22})(\.json|\.png)?$/;
/** From where the links of a page lead on: as deep as each of them. */
const PLACE = `${SHARE_PATH}/`;
const NOT_INDEXED = { 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'no-store' };
/** A copy may be kept, and is shown only once the link was asked again: it may have ended. */
const ASKED_AGAIN = { 'cache-control': 'no-cache' };

/** The answers behind a link, for whoever has it: the page, the same for programs, and its picture. */
export function openShareRow(app: AppContext, pages: SharePages): Route {
  const { config, store, catalogue, now, ticks } = app;
  const { database } = store;
  const urls = createShareUrls(app.urls);
  const limiter = createFixedAddressLimiter('share', SHARE_LIMIT, store, ticks);
  const report = createRateLimitReporter('share', SHARE_LIMIT.perWindow);
  const addressOf = createCallerAddress(config.trustedProxies);
  /** However many look at once, others are served in between. */
  const views = new AccountQueue();

  const rendered = new RenderedShares();

  /** All that a view of a link is made of, beside its language. */
  const readVersion = async ({ accountId, accountName, share }: OpenShare): Promise<string> =>
    JSON.stringify([
      accountName,
      share,
      urls.page(share),
      await pages.version(),
      await readRosterVersion(database, accountId),
    ]);

  /** Renders what a link shows once until it changes. Whether it may be seen was read with the link. */
  async function answerRendered(
    request: IncomingRequest,
    found: OpenShare,
    form: 'page' | 'json',
    render: (language: Language) => Promise<Outcome>,
  ): Promise<Outcome> {
    const language = languageOf(request);
    addVary(request, 'Accept-Language');
    const coding = chooseCoding(request.headers['accept-encoding']);
    const name = [found.accountId, found.share.shareId, form, language, coding].join(' ');
    const version = await readVersion(found);
    const known = rendered.find(name, version);
    if (known !== undefined) {
      addVary(request, 'Accept-Encoding');
      return known;
    }
    const { status, headers, body = '' } = await compressOutcome(request, await render(language));
    const outcome = { status, headers, body: Buffer.from(body) };
    // Not what has changed while it was read.
    if ((await readVersion(found)) === version) rendered.keep(name, version, outcome);
    return outcome;
  }

  const readRoster = ({ share: { settings, createdAt }, ...by }: OpenShare, language: Language) =>
    readSharedRoster(database, { ...by, settings, since: createdAt }, (uid) =>
      catalogue.current.catalogue.nameOf(uid, language),
    );

  const answerPage = (request: IncomingRequest, found: OpenShare): Promise<Outcome> =>
    answerRendered(request, found, 'page', async (language) => ({
      status: 200,
      headers: htmlHeaders(language),
      body: await pages.roster(await readRoster(found, language), {
        path: PLACE,
        language,
        pageUrl: urls.page(found.share),
        pictureUrl: urls.picture(found.share),
      }),
    }));

  const answerJson = async (request: IncomingRequest, found: OpenShare): Promise<Outcome> => {
    const answer = await answerRendered(request, found, 'json', async (language) => {
      const body = JSON.stringify(await readRoster(found, language));
      return withHeaders(jsonOutcome(body), { etag: `W/"${hash('sha256', body, 'hex').slice(0, 32)}"` });
    });
    return unlessKept(request, answer, { etag: answer.headers.etag ?? '', ...ASKED_AGAIN });
  };

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
      body: await pages.notice({ path: PLACE, language }, notice),
    });
  }

  /** The picture as it was sent, whatever `v` says: the address has it so that chats ask for the picture anew. */
  async function answerPicture(request: IncomingRequest, { accountId, share }: OpenShare): Promise<Outcome> {
    const { shareId, picture } = share;
    const image = picture && (await readPicture(database, accountId, shareId, picture.hash));
    if (!image) throw new ApiError('not_found', '이 링크에는 그림이 없습니다.');
    const answer = {
      status: 200,
      headers: { 'content-type': 'image/png', 'content-security-policy': "default-src 'none'; sandbox" },
      body: Buffer.from(image, 'base64'),
    };
    return unlessKept(request, answer, { etag: `"${picture.hash}"`, ...ASKED_AGAIN });
  }

  return defineRoute({
    methods: ['GET', 'HEAD'],
    path: `${SHARE_PATH}/{token}`,
    operation: 'openShare',
    permission: 'read',
    origins: 'any',
    async admit(request) {
      Object.assign(request.answerHeaders, NOT_INDEXED);
      const { headers, error: limited } = report(await limiter.consume(addressOf(request)));
      Object.assign(request.answerHeaders, headers);
      const [, token, suffix] = TARGET.exec(request.params.token ?? '') ?? [];
      const isOpened = limited === undefined && token !== undefined;
      return {
        request,
        suffix,
        limited,
        found: isOpened ? await openShare(database, token, now()) : undefined,
      };
    },
    turns: { queue: views, accountOf: ({ found }) => found?.accountId },
    async handle({ request, suffix, limited, found }) {
      if (limited !== undefined) {
        if (suffix !== undefined || !namesHtml(request.headers.accept)) throw limited;
        return answerNotice(request, 'busy', limited.status, limited.headers);
      }
      if (found === undefined) {
        if (suffix === undefined) return answerNotice(request, 'gone', 404);
        throw goneError();
      }
      if (suffix === undefined) return answerPage(request, found);
      return suffix === '.json' ? answerJson(request, found) : answerPicture(request, found);
    },
  });
}

const htmlHeaders = (language: Language): Record<string, string> => ({
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
