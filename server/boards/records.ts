import { MAX_BOARDS } from '../../contract/boards.ts';
import { generateShareToken, hashShareToken } from '../secrets.ts';
import type { BoardPlace } from '../shares/records.ts';
import { findAccountOf, insertLookup, removeLookup } from '../store/account-lookups.ts';
import {
  type Database,
  defineStatements,
  readOne,
  requiredStep,
  type Step,
  step,
  succeeds,
} from '../store/database.ts';

export interface StoredBoard extends BoardPlace {
  readonly name: string;
  /** Of its page. */
  readonly token: string;
  /** Of the address to join. */
  readonly joinToken: string;
  /** In the order in which they have joined. */
  readonly members: readonly StoredMember[];
  readonly createdAt: number;
}

export interface StoredMember {
  /** By which the maker names a member, whose account others do not learn. */
  readonly memberId: string;
  readonly accountId: string;
  readonly joinedAt: number;
}

/** As others find it. */
export interface OpenBoard extends StoredBoard {
  /** The name of the player who has made it. */
  readonly maker: string;
}

const columns = `b.account_id AS "accountId", board_id AS "boardId", b.name, token, join_token AS "joinToken", members,
  b.created_at AS "createdAt"`;
const ofBoard = 'account_id = $1 AND board_id = $2';
const FROM_ACTIVE = `SELECT ${columns}, a.name AS "maker" FROM board AS b
    JOIN account AS a ON a.account_id = $1 AND a.status = 'active' WHERE b.account_id = $1`;

export const STATEMENTS = defineStatements({
  listBoards: `${FROM_ACTIVE} ORDER BY b.created_at, board_id`,
  findBoard: `${FROM_ACTIVE} AND board_id = $2`,
  /** $2 is one of its tokens. */
  openBoard: `${FROM_ACTIVE} AND token = $2`,
  openInvitation: `${FROM_ACTIVE} AND join_token = $2`,
  /** Changes nothing if the account has $7 boards. */
  insertBoard: `INSERT INTO board (account_id, board_id, name, token, join_token, created_at)
    SELECT account_id, $2, $3, $4, $5, CAST($6 AS bigint) FROM account
    WHERE account_id = $1 AND (SELECT count(*) FROM board WHERE account_id = $1) < $7`,
  renameBoard: `UPDATE board SET name = $3 WHERE ${ofBoard}`,
  /** Only while it has the tokens that its lookups lead to. */
  renewBoard: `UPDATE board SET token = $5, join_token = $6 WHERE ${ofBoard} AND token = $3 AND join_token = $4`,
  /** Only while it has the members that were read, and the token by which one joins. */
  changeMembers: `UPDATE board SET members = $5 WHERE ${ofBoard} AND join_token = $3 AND members = $4`,
  /** As `deleteOtherShares`: $2 holds the tokens of the pages that stay, each between commas. */
  deleteOtherBoards: `DELETE FROM board WHERE account_id = $1 AND replace($2, ',' || token || ',', '') = $2`,
  deleteBoard: `DELETE FROM board WHERE ${ofBoard} AND token = $3 AND join_token = $4`,
});

type Row = Omit<OpenBoard, 'members'> & { members: string };
const parseRow = ({ members, ...board }: Row): OpenBoard => ({ ...board, members: JSON.parse(members) });

/** The oldest first. */
export const listBoards = async (database: Database, accountId: string): Promise<OpenBoard[]> =>
  (await database.read<Row>(STATEMENTS.listBoards, accountId)).map(parseRow);

/** Nothing if its maker's account is not active. */
export async function findBoard(
  database: Database,
  { accountId, boardId }: BoardPlace,
): Promise<OpenBoard | undefined> {
  const row = await readOne<Row>(database, STATEMENTS.findBoard, accountId, boardId);
  return row && parseRow(row);
}

async function openByToken(
  database: Database,
  statement: (typeof STATEMENTS)['openBoard' | 'openInvitation'],
  token: string,
): Promise<OpenBoard | undefined> {
  const accountId = await findAccountOf(database, hashShareToken(token));
  const row = accountId && (await readOne<Row>(database, statement, accountId, token));
  return row ? parseRow(row) : undefined;
}

export const openBoard = (database: Database, token: string) =>
  openByToken(database, STATEMENTS.openBoard, token);
export const openInvitation = (database: Database, token: string) =>
  openByToken(database, STATEMENTS.openInvitation, token);

const insertTokens = (accountId: string, ...tokens: readonly string[]): Step[] =>
  tokens.map((token) => insertLookup(hashShareToken(token), accountId));
const removeTokens = (accountId: string, ...tokens: readonly string[]): Step[] =>
  tokens.map((token) => removeLookup(hashShareToken(token), accountId));

/** The first step of each change fails where there is no such board, or no room for one. */
export function createSteps({ accountId, boardId }: BoardPlace, name: string, at: number): Step[] {
  const [token, joinToken] = [generateShareToken(), generateShareToken()];
  return [
    requiredStep(STATEMENTS.insertBoard, accountId, boardId, name, token, joinToken, at, MAX_BOARDS),
    ...insertTokens(accountId, token, joinToken),
  ];
}

export const renameSteps = ({ accountId, boardId }: BoardPlace, name: string): Step[] => [
  requiredStep(STATEMENTS.renameBoard, accountId, boardId, name),
];

function replaceTokens(
  { accountId, boardId, token, joinToken }: StoredBoard,
  nextToken: string,
  nextJoinToken: string,
): Step[] {
  const changed = [
    [token, nextToken],
    [joinToken, nextJoinToken],
  ].filter(([before, after]) => before !== after);
  return [
    requiredStep(STATEMENTS.renewBoard, accountId, boardId, token, joinToken, nextToken, nextJoinToken),
    ...removeTokens(accountId, ...changed.map(([before = '']) => before)),
    ...insertTokens(accountId, ...changed.map(([, after = '']) => after)),
  ];
}

/** Another address to join. */
export const renewSteps = (board: StoredBoard): Step[] =>
  replaceTokens(board, board.token, generateShareToken());

/**
 * Gives the boards of an account other addresses, so that whoever has seen them sees nothing more. One that is made or
 * renewed by somebody else meanwhile is deleted, and its lookups lead nowhere.
 */
export async function renewAllSteps(database: Database, accountId: string): Promise<Step[]> {
  const boards = await listBoards(database, accountId);
  const renewed = boards.map((board) => ({ board, token: generateShareToken() }));
  return [
    ...renewed.flatMap(({ board, token }) =>
      replaceTokens(board, token, generateShareToken()).map((one) => ({ ...one, isRequired: false })),
    ),
    step(STATEMENTS.deleteOtherBoards, accountId, `,${renewed.map(({ token }) => `,${token},`).join()},`),
  ];
}

export const deleteSteps = ({ accountId, boardId, token, joinToken }: StoredBoard): Step[] => [
  requiredStep(STATEMENTS.deleteBoard, accountId, boardId, token, joinToken),
  ...removeTokens(accountId, token, joinToken),
];

const changeMembers = (
  { accountId, boardId, joinToken, members }: StoredBoard,
  next: readonly StoredMember[],
): Step =>
  requiredStep(
    STATEMENTS.changeMembers,
    accountId,
    boardId,
    joinToken,
    JSON.stringify(members),
    JSON.stringify(next),
  );

export const takeOutSteps = (board: StoredBoard, memberId: string): Step[] => [
  changeMembers(
    board,
    board.members.filter((member) => member.memberId !== memberId),
  ),
];

/** A change of the maker's account by another player, who is nobody there. False if the board is another by then. */
export const saveMembers = (
  database: Database,
  board: StoredBoard,
  members: readonly StoredMember[],
): Promise<boolean> =>
  succeeds(database.write('changeBoardMembers', [changeMembers(board, members)], board.accountId));

/** For the maker's own file, without the addresses, which open them, and without the others. */
export const exportBoards = async (database: Database, accountId: string): Promise<object[]> =>
  (await listBoards(database, accountId)).map(({ boardId, name, members, createdAt }) => ({
    boardId,
    name,
    members: members.length,
    createdAt: new Date(createdAt).toISOString(),
  }));
