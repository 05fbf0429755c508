import { MAX_SHARES } from '../../contract/shares.ts';
import { toTime, toTimeOrNull } from '../console/console-context.ts';
import { generateShareToken, hashShareToken } from '../secrets.ts';
import { findAccountOf, insertLookup, removeLookup } from '../store/account-lookups.ts';
import {
  type Database,
  defineStatements,
  readOne,
  requiredStep,
  type Step,
  step,
} from '../store/database.ts';
import type { ShareSettings } from './views.ts';

/** The settings that are kept as one text. The end is a column, by which a link that has ended is told. */
export type ShownSettings = Omit<ShareSettings, 'expiresAt'>;

export interface StoredShare {
  shareId: string;
  token: string;
  settings: ShownSettings;
  createdAt: number;
  renewedAt: number | null;
  expiresAt: number | null;
  /** The hash of its picture, and when that was sent. */
  picture: { hash: string; sentAt: number } | null;
  /** Those on which it stands. */
  boards: readonly BoardPlace[];
}

/** A board, and the account that has made it. */
export interface BoardPlace {
  readonly boardId: string;
  readonly accountId: string;
}

/** A link as strangers find it. */
export interface OpenShare {
  readonly accountId: string;
  /** The player's. */
  readonly accountName: string;
  readonly share: StoredShare;
}

const columns = `share_id AS "shareId", token, settings, s.created_at AS "createdAt", renewed_at AS "renewedAt",
  expires_at AS "expiresAt", picture_hash AS "hash", picture_sent_at AS "sentAt", boards`;
const ofShare = 'account_id = $1 AND share_id = $2';
const NO_PICTURE = 'picture = NULL, picture_hash = NULL, picture_sent_at = NULL';

export const STATEMENTS = defineStatements({
  listShares: `SELECT ${columns} FROM share_link AS s WHERE account_id = $1 ORDER BY s.created_at DESC, share_id`,
  findShare: `SELECT ${columns} FROM share_link AS s WHERE ${ofShare}`,
  /** Nothing if it has ended at $3, or its account is not active. */
  openShare: `SELECT ${columns}, a.name AS "accountName" FROM share_link AS s
    JOIN account AS a ON a.account_id = $1 AND a.status = 'active'
    WHERE s.account_id = $1 AND token = $2 AND (expires_at IS NULL OR expires_at > $3)`,
  /** The link with which an account stands on the board $2, as `openShare`. */
  openPlace: `SELECT ${columns}, a.name AS "accountName" FROM share_link AS s
    JOIN account AS a ON a.account_id = $1 AND a.status = 'active'
    WHERE s.account_id = $1 AND replace(boards, $2, '') <> boards AND (expires_at IS NULL OR expires_at > $3)
    ORDER BY s.created_at DESC, share_id LIMIT 1`,
  /** Only while it stands where it stood when it was read. */
  changePlaces: `UPDATE share_link SET boards = $4 WHERE ${ofShare} AND boards = $3`,
  leaveAllBoards: "UPDATE share_link SET boards = '[]' WHERE account_id = $1 AND boards <> '[]'",
  readPicture: `SELECT picture FROM share_link WHERE ${ofShare} AND picture_hash = $3`,
  /** Changes nothing if the account has $7 links. */
  insertShare: `INSERT INTO share_link (account_id, share_id, token, settings, created_at, expires_at)
    SELECT account_id, $2, $3, $4, CAST($5 AS bigint), CAST($6 AS bigint) FROM account
    WHERE account_id = $1 AND (SELECT count(*) FROM share_link WHERE account_id = $1) < $7`,
  /** Only while it is as it was read: settings $5, end $6, of which 0 is none. */
  changeShare: `UPDATE share_link SET settings = $3, expires_at = $4
    WHERE ${ofShare} AND settings = $5 AND coalesce(expires_at, 0) = $6`,
  /** Only while it has the token that its lookup leads to. */
  renewShare: `UPDATE share_link SET token = $4, renewed_at = $5 WHERE ${ofShare} AND token = $3`,
  /** Deletes links that were made or renewed meanwhile. $2 holds the tokens that stay, each between commas. */
  deleteOtherShares: `DELETE FROM share_link WHERE account_id = $1 AND replace($2, ',' || token || ',', '') = $2`,
  deleteShare: `DELETE FROM share_link WHERE ${ofShare} AND token = $3`,
  /** Only while the link shows what it showed when it was read. */
  savePicture: `UPDATE share_link SET picture = $3, picture_hash = $4, picture_sent_at = $5
    WHERE ${ofShare} AND settings = $6`,
  dropPicture: `UPDATE share_link SET ${NO_PICTURE} WHERE ${ofShare}`,
  /** That of other settings: it may show what is no longer shown. */
  dropOutdatedPicture: `UPDATE share_link SET ${NO_PICTURE} WHERE ${ofShare} AND settings <> $3`,
});

type Row = Omit<StoredShare, 'settings' | 'picture' | 'boards'> & {
  settings: string;
  boards: string;
  hash: string | null;
  sentAt: number | null;
};

type OpenRow = Row & { accountName: string };

const parseRow = ({ settings, hash, sentAt, boards, ...share }: Row): StoredShare => ({
  ...share,
  settings: JSON.parse(settings),
  boards: JSON.parse(boards),
  picture: hash === null || sentAt === null ? null : { hash, sentAt },
});

/** Newest first. */
export const listShares = async (database: Database, accountId: string): Promise<StoredShare[]> =>
  (await database.read<Row>(STATEMENTS.listShares, accountId)).map(parseRow);

export async function findShare(
  database: Database,
  accountId: string,
  shareId: string,
): Promise<StoredShare | undefined> {
  const row = await readOne<Row>(database, STATEMENTS.findShare, accountId, shareId);
  return row && parseRow(row);
}

export async function openShare(
  database: Database,
  token: string,
  at: number,
): Promise<OpenShare | undefined> {
  const accountId = await findAccountOf(database, hashShareToken(token));
  if (accountId === undefined) return undefined;
  const row = await readOne<OpenRow>(database, STATEMENTS.openShare, accountId, token, at);
  return row && parseOpen(accountId, row);
}

const parseOpen = (accountId: string, { accountName, ...share }: OpenRow): OpenShare => ({
  accountId,
  accountName,
  share: parseRow(share),
});

/** The link with which an account stands on a board, if it may be seen. */
export async function openPlace(
  database: Database,
  accountId: string,
  boardId: string,
  at: number,
): Promise<OpenShare | undefined> {
  const row = await readOne<OpenRow>(database, STATEMENTS.openPlace, accountId, `"${boardId}"`, at);
  return row && parseOpen(accountId, row);
}

/**
 * The link `placed` takes the place of others on a board; without one, none stands there any more. Each link must be as it
 * was read, so that of two changes at once one is made.
 */
export function placeSteps(
  accountId: string,
  shares: readonly StoredShare[],
  board: BoardPlace,
  placed?: string,
): Step[] {
  const changes = shares.map(({ shareId, boards }) => {
    const stands = boards.some(({ boardId }) => boardId === board.boardId);
    const others = boards.filter(({ boardId }) => boardId !== board.boardId);
    const next = shareId !== placed ? others : stands ? boards : [...others, board];
    return { shareId, before: JSON.stringify(boards), after: JSON.stringify(next) };
  });
  if (changes.every(({ before, after }) => before === after)) return [];
  return changes.map(({ shareId, before, after }) =>
    requiredStep(STATEMENTS.changePlaces, accountId, shareId, before, after),
  );
}

/** The PNG in base64. */
export const readPicture = async (
  database: Database,
  accountId: string,
  shareId: string,
  hash: string,
): Promise<string | undefined> =>
  (await readOne<{ picture: string }>(database, STATEMENTS.readPicture, accountId, shareId, hash))?.picture;

/** The steps of a change of links. The first one that is required fails where there is no such link, or no room for one. */
export function createSteps(
  accountId: string,
  shareId: string,
  settings: ShownSettings,
  expiresAt: number | null,
  at: number,
): Step[] {
  const token = generateShareToken();
  const values = [accountId, shareId, token, JSON.stringify(settings), at, expiresAt, MAX_SHARES];
  return [requiredStep(STATEMENTS.insertShare, ...values), insertLookup(hashShareToken(token), accountId)];
}

export function changeSteps(
  accountId: string,
  { shareId, ...seen }: StoredShare,
  settings: ShownSettings,
  expiresAt: number | null,
): Step[] {
  const text = JSON.stringify(settings);
  const before = [JSON.stringify(seen.settings), seen.expiresAt ?? 0];
  return [
    step(STATEMENTS.dropOutdatedPicture, accountId, shareId, text),
    requiredStep(STATEMENTS.changeShare, accountId, shareId, text, expiresAt, ...before),
  ];
}

export const renewSteps = (
  accountId: string,
  { shareId, token }: StoredShare,
  renewed: string,
  at: number,
): Step[] => [
  requiredStep(STATEMENTS.renewShare, accountId, shareId, token, renewed, at),
  removeLookup(hashShareToken(token), accountId),
  insertLookup(hashShareToken(renewed), accountId),
];

/**
 * Gives every link another address and takes it off all boards, so that whoever has seen them sees nothing more. One that is made or renewed by
 * somebody else meanwhile is deleted, and its lookup leads nowhere.
 */
export async function renewAllSteps(database: Database, accountId: string, at: number): Promise<Step[]> {
  const shares = await listShares(database, accountId);
  const renewed = shares.map((share) => ({ share, token: generateShareToken() }));
  return [
    step(STATEMENTS.leaveAllBoards, accountId),
    ...renewed.flatMap(({ share, token }) =>
      renewSteps(accountId, share, token, at).map((one) => ({ ...one, isRequired: false })),
    ),
    step(STATEMENTS.deleteOtherShares, accountId, `,${renewed.map(({ token }) => `,${token},`).join()},`),
  ];
}

export const deleteSteps = (accountId: string, { shareId, token }: StoredShare): Step[] => [
  requiredStep(STATEMENTS.deleteShare, accountId, shareId, token),
  removeLookup(hashShareToken(token), accountId),
];

/** `image` is in base64. */
export const savePictureSteps = (
  accountId: string,
  { shareId, settings }: StoredShare,
  image: string,
  hash: string,
  at: number,
): Step[] => [
  requiredStep(STATEMENTS.savePicture, accountId, shareId, image, hash, at, JSON.stringify(settings)),
];

export const dropPictureSteps = (accountId: string, { shareId }: StoredShare): Step[] => [
  step(STATEMENTS.dropPicture, accountId, shareId),
];

/** Without the addresses, which open them. One by one: a picture may have hundreds of kilobytes. */
export async function* exportShares(database: Database, accountId: string): AsyncGenerator<string> {
  yield '[';
  let separator = '';
  for (const { shareId, settings, picture, boards, ...share } of await listShares(database, accountId)) {
    const image = picture && (await readPicture(database, accountId, shareId, picture.hash));
    yield separator +
      JSON.stringify({
        shareId,
        ...settings,
        createdAt: toTime(share.createdAt),
        renewedAt: toTimeOrNull(share.renewedAt),
        expiresAt: toTimeOrNull(share.expiresAt),
        boards: boards.map(({ boardId }) => boardId),
        ...(picture && image && { picture: { sentAt: toTime(picture.sentAt), image } }),
      });
    separator = ',';
  }
  yield ']';
}
