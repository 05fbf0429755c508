import { MAX_BOARD_MEMBERS, MAX_BOARDS } from '../../contract/boards.ts';
import { type ActivityKind, changeAccount } from '../activity/activity.ts';
import { refuseWrite } from '../auth/refuse-write.ts';
import { bodyReader, readEmptyBody } from '../console/body-checks.ts';
import { RENAME_BODY } from '../console/body-schemas.ts';
import { rejectEndedSession, toTime } from '../console/console-context.ts';
import type { SessionRequest } from '../console/console-request.ts';
import { ApiError } from '../errors/api-error.ts';
import { generateId } from '../secrets.ts';
import type { Services } from '../services.ts';
import { type BoardPlace, listShares, placeSteps, type StoredShare } from '../shares/records.ts';
import type { Step } from '../store/database.ts';
import { retryWrite } from '../store/retry-write.ts';
import { asUnknownOutcome } from '../store/unknown-outcome.ts';
import { findMembers, nameOfMember } from './board-members.ts';
import { createBoardUrls } from './board-urls.ts';
import {
  createSteps,
  deleteSteps,
  findBoard,
  listBoards,
  type OpenBoard,
  openInvitation,
  renameSteps,
  renewSteps,
  type StoredMember,
  saveMembers,
  takeOutSteps,
} from './records.ts';
import { INVITATION_BODY, JOIN_BODY, PLACE_BODY } from './schemas.ts';
import type { BoardInvitation, BoardView } from './views.ts';

const readName = bodyReader<{ name: string }>(RENAME_BODY);
const readInvitation = bodyReader<{ token: string }>(INVITATION_BODY);
const readJoin = bodyReader<{ token: string; shareId: string }>(JOIN_BODY);
const readPlace = bodyReader<{ shareId: string }>(PLACE_BODY);

/** Whoever has just taken a place may not have put the link there yet. */
const JOINING_MS = 60_000;

/**
 * The boards of a player, and those of others on which a link of the player stands. A board is the maker's, a link its
 * player's: to join is a change of the one account and then of the other, and nothing is seen before both are made.
 */
export function createBoardHandlers(context: Services) {
  const { store, now } = context;
  const { database } = store;
  const urls = createBoardUrls(context.urls);

  /** A board that the caller has made. */
  async function findOwn({ caller: { accountId }, params }: SessionRequest): Promise<OpenBoard> {
    const board = await findBoard(database, { accountId, boardId: params.boardId ?? '' });
    if (board === undefined) throw boardNotFoundError();
    return board;
  }

  async function write(
    request: SessionRequest,
    kind: ActivityKind,
    detail: string,
    steps: readonly Step[],
    refusal: () => ApiError = boardNotFoundError,
  ): Promise<void> {
    const { caller } = request;
    const entry = { at: now(), kind, detail };
    const failed = await changeAccount(database, kind, caller, caller.accountId, entry, steps);
    if (failed === undefined) return;
    if (!steps.includes(failed)) await rejectEndedSession(context, request);
    throw refusal();
  }

  /** The link takes the player's place on a board; without one, none stands there any more. */
  const place = (
    request: SessionRequest,
    kind: 'board-joined' | 'board-left',
    { boardId, accountId: maker, name }: BoardPlace & { readonly name: string },
    shareId?: string,
  ): Promise<true> =>
    retryWrite(async () => {
      const { caller } = request;
      const { accountId } = caller;
      const shares = await listShares(database, accountId);
      const steps = placeSteps(accountId, shares, { boardId, accountId: maker }, shareId);
      if (steps.length === 0) return true;
      const entry = { at: now(), kind, detail: name };
      const failed = await changeAccount(database, kind, caller, accountId, entry, steps);
      if (failed === undefined) return true;
      if (!steps.includes(failed)) await refuseWrite(store, caller, now());
      return undefined;
    });

  async function toView(
    { caller: { accountId } }: SessionRequest,
    board: OpenBoard,
    shares: readonly StoredShare[],
  ): Promise<BoardView> {
    const isMine = board.accountId === accountId;
    const found = isMine ? await findMembers(database, board, now()) : undefined;
    return {
      boardId: board.boardId,
      name: board.name,
      maker: board.maker,
      isMine,
      url: urls.page(board),
      joinUrl: isMine ? urls.join(board) : null,
      members:
        found?.map(({ member, link }) => ({
          memberId: member.memberId,
          player: link === undefined ? null : nameOfMember(link),
          isMe: member.accountId === accountId,
        })) ?? null,
      memberCount: board.members.length,
      shareId: isMember(board, accountId) ? (shareOn(shares, board) ?? null) : null,
      createdAt: toTime(board.createdAt),
    };
  }

  const view = (request: SessionRequest, board: OpenBoard): Promise<BoardView> =>
    asUnknownOutcome(async () => {
      const current = await findBoard(database, board);
      if (current === undefined) throw boardNotFoundError();
      return toView(request, current, await listShares(database, request.caller.accountId));
    });

  async function findInvited(token: string): Promise<OpenBoard> {
    const board = await openInvitation(database, token);
    if (board === undefined) throw invitationGoneError();
    return board;
  }

  /** Takes the next place, unless it is taken. */
  const takePlace = (token: string, accountId: string): Promise<OpenBoard> =>
    retryWrite(async () => {
      const board = await findInvited(token);
      if (isMember(board, accountId)) return board;
      const members = await dropGone(board);
      if (members.length >= MAX_BOARD_MEMBERS) throw boardFullError();
      const joined = [...members, { memberId: generateId('mbr'), accountId, joinedAt: now() }];
      return (await saveMembers(database, board, joined)) ? board : undefined;
    });

  /** The members of a full board, without those of whom no link stands there any more. */
  async function dropGone(board: OpenBoard): Promise<readonly StoredMember[]> {
    if (board.members.length < MAX_BOARD_MEMBERS) return board.members;
    const newest = now() - JOINING_MS;
    const isOpen = ({ expiresAt }: StoredShare) => (expiresAt ?? Number.POSITIVE_INFINITY) > now();
    const stays = await Promise.all(
      board.members.map(
        async ({ accountId, joinedAt }) =>
          joinedAt > newest ||
          shareOn((await listShares(database, accountId)).filter(isOpen), board) !== undefined,
      ),
    );
    return board.members.filter((_, i) => stays[i]);
  }

  const freePlace = (left: OpenBoard, accountId: string): Promise<true> =>
    retryWrite(async () => {
      const board = await findBoard(database, left);
      if (board === undefined || !isMember(board, accountId)) return true;
      const others = board.members.filter((member) => member.accountId !== accountId);
      return (await saveMembers(database, board, others)) || undefined;
    });

  return {
    async list(request: SessionRequest): Promise<{ boards: BoardView[] }> {
      const { accountId } = request.caller;
      const [own, shares] = await Promise.all([
        listBoards(database, accountId),
        listShares(database, accountId),
      ]);
      const marks = shares.flatMap(({ boards }) => boards).filter((mark) => mark.accountId !== accountId);
      const others = [...new Map(marks.map((mark) => [mark.boardId, mark])).values()];
      const found = await Promise.all(others.map((place) => findBoard(database, place)));
      const joined = found.filter(
        (board) => board !== undefined && isMember(board, accountId),
      ) as OpenBoard[];
      return {
        boards: await Promise.all([...own, ...joined].map((board) => toView(request, board, shares))),
      };
    },

    async create(request: SessionRequest): Promise<BoardView> {
      const { name } = readName(request);
      const { accountId } = request.caller;
      const place = { accountId, boardId: generateId('brd') };
      await write(request, 'board-created', name, createSteps(place, name, now()), tooManyBoardsError);
      return asUnknownOutcome(async () => view(request, await findOwn({ ...request, params: place })));
    },

    async rename(request: SessionRequest): Promise<BoardView> {
      const { name } = readName(request);
      const board = await findOwn(request);
      await write(request, 'board-changed', name, renameSteps(board, name));
      return view(request, board);
    },

    async renew(request: SessionRequest): Promise<BoardView> {
      readEmptyBody(request);
      const board = await findOwn(request);
      await write(request, 'board-changed', board.name, renewSteps(board), changedElsewhereError);
      return view(request, board);
    },

    async remove(request: SessionRequest): Promise<object> {
      const board = await findOwn(request);
      await write(request, 'board-deleted', board.name, deleteSteps(board), changedElsewhereError);
      return {};
    },

    async takeOut(request: SessionRequest): Promise<BoardView> {
      const board = await findOwn(request);
      const { memberId = '' } = request.params;
      if (board.members.some((member) => member.memberId === memberId))
        await write(
          request,
          'board-changed',
          board.name,
          takeOutSteps(board, memberId),
          changedElsewhereError,
        );
      return view(request, board);
    },

    async invitation(request: SessionRequest): Promise<BoardInvitation> {
      const board = await findInvited(readInvitation(request).token);
      const { accountId } = request.caller;
      const shares = await listShares(database, accountId);
      return {
        name: board.name,
        maker: board.maker,
        memberCount: board.members.length,
        isFull: !isMember(board, accountId) && (await dropGone(board)).length >= MAX_BOARD_MEMBERS,
        shareId: isMember(board, accountId) ? (shareOn(shares, board) ?? null) : null,
      };
    },

    async join(request: SessionRequest): Promise<BoardView> {
      const { token, shareId } = readJoin(request);
      const { accountId } = request.caller;
      const isOwn = (share: StoredShare) => share.shareId === shareId;
      if (!(await listShares(database, accountId)).some(isOwn)) throw linkNotFoundError();
      const invited = await findInvited(token);
      // A link that stood there before the player was taken out is not shown again by the place alone.
      if (!isMember(invited, accountId)) await place(request, 'board-left', invited);
      const board = await takePlace(token, accountId);
      await place(request, 'board-joined', board, shareId);
      return view(request, board);
    },

    /** Another link of a member, who has no address to join any more. */
    async changePlace(request: SessionRequest): Promise<BoardView> {
      const { shareId } = readPlace(request);
      const { accountId } = request.caller;
      const { boardId = '' } = request.params;
      const shares = await listShares(database, accountId);
      if (!shares.some((share) => share.shareId === shareId)) throw linkNotFoundError();
      const taken = findPlace(shares, boardId);
      const board = taken && (await findBoard(database, taken));
      if (board === undefined || !isMember(board, accountId)) throw boardNotFoundError();
      await place(request, 'board-joined', board, shareId);
      return view(request, board);
    },

    async leave(request: SessionRequest): Promise<object> {
      const { accountId } = request.caller;
      const { boardId = '' } = request.params;
      const shares = await listShares(database, accountId);
      const left = findPlace(shares, boardId);
      if (left === undefined) throw boardNotFoundError();
      const board = await findBoard(database, left);
      await place(request, 'board-left', { ...left, name: board?.name ?? '' });
      // From here on nothing is seen; the place on the board is free once its account can be reached.
      if (board !== undefined) await freePlace(board, accountId).catch(() => {});
      return {};
    },
  };
}

const findPlace = (shares: readonly StoredShare[], boardId: string): BoardPlace | undefined =>
  shares.flatMap(({ boards }) => boards).find((place) => place.boardId === boardId);
const isMember = ({ members }: OpenBoard, accountId: string): boolean =>
  members.some((member) => member.accountId === accountId);
const shareOn = (shares: readonly StoredShare[], { boardId }: OpenBoard): string | undefined =>
  shares.find(({ boards }) => boards.some((place) => place.boardId === boardId))?.shareId;

const boardNotFoundError = (): ApiError =>
  new ApiError('not_found', '그런 보드가 없거나 방금 바뀌었습니다. 목록을 새로 고치십시오.');
const invitationGoneError = (): ApiError =>
  new ApiError('not_found', '참여 주소가 없거나 바뀌었습니다. 보드를 만든 사람에게 새 주소를 요청하십시오.');
const linkNotFoundError = (): ApiError =>
  new ApiError('not_found', '이 계정에 그런 링크가 없습니다. 목록을 새로 고치십시오.');
const changedElsewhereError = (): ApiError =>
  new ApiError('precondition_failed', '보드나 링크가 그사이 변경되었습니다. 새로 고치고 다시 하십시오.');
const boardFullError = (): ApiError =>
  new ApiError('limit_reached', `보드에는 ${MAX_BOARD_MEMBERS}명까지 참여할 수 있습니다.`);
const tooManyBoardsError = (): ApiError =>
  new ApiError(
    'limit_reached',
    `보드는 ${MAX_BOARDS}개까지 만들 수 있습니다. 쓰지 않는 보드를 먼저 끝내십시오.`,
  );
