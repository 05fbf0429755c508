import { hash } from 'node:crypto';
import type { Language } from '../../contract/bilingual.ts';
import { SHARE_PATH } from '../../contract/shares.ts';
import { ApiError } from '../errors/api-error.ts';
import { unlessKept } from '../http/etags.ts';
import type { IncomingRequest } from '../request/incoming-request.ts';
import { jsonOutcome, type Outcome, withHeaders } from '../request/outcome.ts';
import type { Route } from '../routes/route-table.ts';
import type { Services } from '../services.ts';
import type { SharePages } from './create-share-pages.ts';
import { ASKED_AGAIN, answerRendered, defineLinkRow, htmlHeaders } from './define-link-row.ts';
import { type OpenShare, openShare, readPicture } from './records.ts';
import { RenderedShares } from './rendered-shares.ts';
import { createShareUrls } from './share-urls.ts';
import { readRosterVersion, readSharedRoster } from './shared-roster.ts';

/** The answers behind a link, for whoever has it: the page, the same for programs, and its picture. */
export function openShareRow(services: Services, pages: SharePages): Route {
  const { store, catalogue, now } = services;
  const { database } = store;
  const urls = createShareUrls(services.urls);
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

  const answer = (
    request: IncomingRequest,
    found: OpenShare,
    form: 'page' | 'json',
    render: (language: Language) => Promise<Outcome>,
  ): Promise<Outcome> =>
    answerRendered(
      request,
      rendered,
      [found.accountId, found.share.shareId, form].join(' '),
      () => readVersion(found),
      render,
    );

  const readRoster = ({ share: { settings, createdAt }, ...by }: OpenShare, language: Language) =>
    readSharedRoster(database, { ...by, settings, since: createdAt }, (uid) =>
      catalogue.current.catalogue.nameOf(uid, language),
    );

  const answerPage = (request: IncomingRequest, found: OpenShare): Promise<Outcome> =>
    answer(request, found, 'page', async (language) => ({
      status: 200,
      headers: htmlHeaders(language),
      body: await pages.roster(await readRoster(found, language), {
        path: `${SHARE_PATH}/`,
        language,
        pageUrl: urls.page(found.share),
        pictureUrl: urls.picture(found.share),
      }),
    }));

  const answerJson = async (request: IncomingRequest, found: OpenShare): Promise<Outcome> => {
    const json = await answer(request, found, 'json', async (language) => {
      const body = JSON.stringify(await readRoster(found, language));
      return withHeaders(jsonOutcome(body), { etag: weakTagOf(body) });
    });
    return unlessKept(request, json, { etag: json.headers.etag ?? '', ...ASKED_AGAIN });
  };

  /** The picture as it was sent, whatever `v` says: the address has it so that chats ask for the picture anew. */
  async function answerPicture(request: IncomingRequest, { accountId, share }: OpenShare): Promise<Outcome> {
    const { shareId, picture } = share;
    const image = picture && (await readPicture(database, accountId, shareId, picture.hash));
    if (!image) throw new ApiError('not_found', '이 링크에는 그림이 없습니다.');
    const outcome = {
      status: 200,
      headers: { 'content-type': 'image/png', 'content-security-policy': "default-src 'none'; sandbox" },
      body: Buffer.from(image, 'base64'),
    };
    return unlessKept(request, outcome, { etag: `"${picture.hash}"`, ...ASKED_AGAIN });
  }

  return defineLinkRow<OpenShare>(services, pages, {
    path: SHARE_PATH,
    operation: 'openShare',
    find: (token) => openShare(database, token, now()),
    accountOf: ({ accountId }) => accountId,
    page: answerPage,
    json: answerJson,
    picture: answerPicture,
  });
}

/** Weak, as it is the same in each coding. */
export const weakTagOf = (body: string): string => `W/"${hash('sha256', body, 'hex').slice(0, 32)}"`;
