import type { Capability } from '../capability.ts';
import { reserved, row } from '../console/console-route.ts';
import { exportedAs } from '../store/table.ts';
import { createBoardHandlers } from './handlers.ts';
import { openBoardRow } from './open-board.ts';
import { exportBoards } from './records.ts';

/** Lists of links, which players show each other. */
export const boards: Capability = {
  tables: {
    board: exportedAs({
      name: 'boards',
      read: ({ database }, accountId) => exportBoards(database, accountId),
    }),
  },
  rows(services) {
    const handlers = createBoardHandlers(services);
    return [
      row('GET', '/boards', 'full', 'consoleListBoards', handlers.list),
      row('POST', '/boards', 'full', 'consoleCreateBoard', handlers.create),
      row('POST', '/boards/invitation', 'full', 'consoleReadInvitation', handlers.invitation),
      row('POST', '/boards/join', 'full', 'consoleJoinBoard', handlers.join),
      row('PATCH', '/boards/{boardId}', 'full', 'consoleRenameBoard', handlers.rename),
      reserved(row('DELETE', '/boards/{boardId}', 'full', 'consoleDeleteBoard', handlers.remove)),
      reserved(row('POST', '/boards/{boardId}/renew', 'full', 'consoleRenewInvitation', handlers.renew)),
      row('PATCH', '/boards/{boardId}/place', 'full', 'consoleChangePlace', handlers.changePlace),
      reserved(row('DELETE', '/boards/{boardId}/place', 'full', 'consoleLeaveBoard', handlers.leave)),
      reserved(
        row(
          'DELETE',
          '/boards/{boardId}/members/{memberId}',
          'full',
          'consoleTakeOutMember',
          handlers.takeOut,
        ),
      ),
      openBoardRow(services),
    ];
  },
};
