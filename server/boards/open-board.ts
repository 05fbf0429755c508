import type { Language } from '../../contract/bilingual.ts';
import { BOARD_PATH, type SharedBoard } from '../../contract/boards.ts';
import { ApiError } from '../errors/api-error.ts';
import { unlessKept } from '../http/etags.ts';
import type { IncomingRequest } from '../request/incoming-request.ts';
import { jsonOutcome, type Outcome, withHeaders } from '../request/outcome.ts';
import type { Route } from '../routes/route-table.ts';
import type { Services } from '../services.ts';
import { createSharePages } from '../shares/create-share-pages.ts';
import { ASKED_AGAIN, answerRendered, defineLinkRow, htmlHeaders } from '../shares/define-link-row.ts';
import { weakTagOf } from '../shares/open-share.ts';
import type { OpenShare } from '../shares/records.ts';
import { RenderedShares } from '../shares/rendered-shares.ts';
import { readSharedRoster } from '../shares/shared-roster.ts';
import { findMembers, nameOfMember } from './board-members.ts';
import { createBoardUrls } from './board-urls.ts';
import { type OpenBoard, openBoard } from './records.ts';
import { composeBoard, RosterCache } from './shared-board.ts';

/** A board with the links that stand on it now. */
interface FoundBoard {
  readonly board: OpenBoard;
  readonly links: readonly OpenShare[];
}

/** The answers behind the address of a board: the page, and the same for programs. */
export function openBoardRow(services: Services): Route {
  const { store, catalogue, now } = services;
  const { database } = store;
  const pages = createSharePages(services);
  const urls = createBoardUrls(services.urls);
  const rendered = new RenderedShares();
  const rosters = new RosterCache(
    ({ share: { settings, createdAt }, ...by }, language) =>
      readSharedRoster(database, { ...by, settings, since: createdAt }, (uid) =>
        catalogue.current.catalogue.nameOf(uid, language),
      ),
    now,
  );

  const readRosters = ({ links }: FoundBoard, language: Language) =>
    Promise.all(
      links.map(async (link) => ({ player: nameOfMember(link), ...(await rosters.find(link, language)) })),
    );

  async function readBoard(found: FoundBoard, language: Language): Promise<SharedBoard> {
    return composeBoard(found.board.name, await readRosters(found, language));
  }

  /** All that a view of a board is made of, beside its language: the numbers tell one reading from another. */
  const versionOf =
    (found: FoundBoard) =>
    async (language: Language): Promise<string> => {
      const read = await readRosters(found, language);
      const { name } = found.board;
      return JSON.stringify([
        name,
        urls.page(found.board),
        await pages.version(),
        read.map(({ player, number }) => [player, number]),
      ]);
    };

  async function renderBoard(board: SharedBoard, language: Language, { token }: OpenBoard): Promise<string> {
    const { renderBoardPage } = await import('./board-page.ts');
    const place = { path: `${BOARD_PATH}/`, language, pageUrl: urls.page({ token }) };
    return renderBoardPage({ ...place, ...(await pages.facts()), board });
  }

  async function answer(
    request: IncomingRequest,
    found: FoundBoard,
    form: 'page' | 'json',
    render: (board: SharedBoard, language: Language) => Promise<Outcome & { readonly body: string }>,
  ): Promise<Outcome> {
    const name = `${found.board.boardId} ${form}`;
    const outcome = await answerRendered(request, rendered, name, versionOf(found), async (language) => {
      const made = await render(await readBoard(found, language), language);
      return withHeaders(made, { etag: weakTagOf(made.body) });
    });
    return unlessKept(request, outcome, { etag: outcome.headers.etag ?? '', ...ASKED_AGAIN });
  }

  return defineLinkRow<FoundBoard>(services, pages, {
    path: BOARD_PATH,
    operation: 'openBoard',
    async find(token) {
      const board = await openBoard(database, token);
      if (board === undefined) return undefined;
      const members = await findMembers(database, board, now());
      return { board, links: members.flatMap(({ link }) => link ?? []) };
    },
    accountOf: ({ board }) => board.accountId,
    page: (request, found) =>
      answer(request, found, 'page', async (board, language) => ({
        status: 200,
        headers: htmlHeaders(language),
        body: await renderBoard(board, language, found.board),
      })),
    json: (request, found) =>
      answer(request, found, 'json', async (board) => {
        const body = JSON.stringify(board);
        return { ...jsonOutcome(body), body };
      }),
    async picture() {
      throw new ApiError('not_found', '이 보드에는 그림이 없습니다.');
    },
  });
}
