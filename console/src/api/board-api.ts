import type { BoardInvitation, BoardView } from '../../../server/boards/views.ts';
import { type Method, ofAccount, sendRequest } from './send-request.ts';

const send = <T>(accountId: string, method: Method, path: string, body?: object) =>
  sendRequest<T>(method, `/boards${path}`, body, ofAccount(accountId));
const pathOf = (boardId: string) => `/${encodeURIComponent(boardId)}`;

/** The boards of an account, and those on which a link of it stands. */
export const boardApi = {
  listBoards: async (accountId: string) => (await send<{ boards: BoardView[] }>(accountId, 'GET', '')).boards,
  createBoard: (accountId: string, name: string) => send<BoardView>(accountId, 'POST', '', { name }),
  renameBoard: (accountId: string, boardId: string, name: string) =>
    send<BoardView>(accountId, 'PATCH', pathOf(boardId), { name }),
  renewBoard: (accountId: string, boardId: string) =>
    send<BoardView>(accountId, 'POST', `${pathOf(boardId)}/renew`, {}),
  endBoard: (accountId: string, boardId: string) => send<object>(accountId, 'DELETE', pathOf(boardId)),
  takeOut: (accountId: string, boardId: string, memberId: string) =>
    send<BoardView>(accountId, 'DELETE', `${pathOf(boardId)}/members/${encodeURIComponent(memberId)}`),
  /** What an address to join leads to. */
  readInvitation: (accountId: string, token: string) =>
    send<BoardInvitation>(accountId, 'POST', '/invitation', { token }),
  joinBoard: (accountId: string, token: string, shareId: string) =>
    send<BoardView>(accountId, 'POST', '/join', { token, shareId }),
  /** Puts another link in place of the one that stands there. */
  changePlace: (accountId: string, boardId: string, shareId: string) =>
    send<BoardView>(accountId, 'PATCH', `${pathOf(boardId)}/place`, { shareId }),
  leaveBoard: (accountId: string, boardId: string) =>
    send<object>(accountId, 'DELETE', `${pathOf(boardId)}/place`),
};
