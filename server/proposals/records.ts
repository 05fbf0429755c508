import {
  MAX_PROPOSALS,
  PROPOSAL_DAYS,
  type ProposalStatus,
  proposalOperation,
} from '../../contract/proposals.ts';
import { changeAccount } from '../activity/activity.ts';
import { type AccountCaller, requireCaller } from '../store/caller.ts';
import {
  type Database,
  defineStatements,
  readOne,
  requiredStep,
  type Step,
  step,
  succeeds,
} from '../store/database.ts';

const DAY_MS = 86_400_000;
/** How long a proposal is open, and how long its line is kept after its end. */
export const PROPOSAL_MS = PROPOSAL_DAYS * DAY_MS;

export interface StoredProposal {
  readonly id: string;
  readonly keyId: string;
  /** The name that the key had then. */
  readonly keyName: string;
  readonly status: ProposalStatus;
  readonly createdAt: number;
  readonly students: number;
  readonly note: string;
  readonly applied: number | null;
}

export type NewProposal = Pick<StoredProposal, 'id' | 'note' | 'students'> & {
  readonly createdAt: number;
  /** The students as JSON. */
  readonly content: string;
};

const columns = `proposal_id AS "id", p.key_id AS "keyId", key_name AS "keyName", p.status, p.created_at AS "createdAt",
  student_count AS "students", note, applied`;
/** $2 is a key of the account. */
const ofKey = 'account_id = $1 AND key_id = $2';
const isOpen = (at: string) => `status = 'open' AND created_at > ${at} - ${PROPOSAL_MS}`;

export const STATEMENTS = defineStatements({
  /** Before a newer one of the key. Those of one key come one after the other: the key's row is locked. */
  replaceProposals: `UPDATE proposal SET status = 'replaced', content = NULL, ended_at = $3 WHERE ${ofKey} AND status = 'open'`,
  insertProposal: `INSERT INTO proposal
      (account_id, proposal_id, key_id, key_name, status, created_at, student_count, note, content)
    SELECT account_id, $3, key_id, name, 'open', CAST($4 AS bigint), CAST($5 AS integer), $6, $7 FROM api_key WHERE ${ofKey}`,
  forgetProposals: `DELETE FROM proposal WHERE ${ofKey} AND status <> 'open' AND proposal_id NOT IN (
    SELECT proposal_id FROM proposal WHERE ${ofKey} ORDER BY created_at DESC, proposal_id LIMIT ${MAX_PROPOSALS})`,
  listProposalsOfKey: `SELECT ${columns} FROM proposal AS p WHERE ${ofKey} ORDER BY p.created_at DESC, proposal_id LIMIT ${MAX_PROPOSALS}`,
  findProposalOfKey: `SELECT ${columns} FROM proposal AS p WHERE ${ofKey} AND proposal_id = $3`,
  withdrawProposal: `UPDATE proposal SET status = 'withdrawn', content = NULL, ended_at = $4
    WHERE ${ofKey} AND proposal_id = $3 AND ${isOpen('$4')}`,
  /** For the player: those whose key is alive at $2. */
  listOpenProposals: `SELECT ${columns} FROM proposal AS p JOIN api_key AS k ON k.account_id = $1 AND k.key_id = p.key_id
    WHERE p.account_id = $1 AND p.status = 'open' AND p.created_at > $2 - ${PROPOSAL_MS}
      AND k.revoked_at IS NULL AND k.expires_at > $2
    ORDER BY p.created_at DESC, proposal_id`,
  readProposed: 'SELECT content FROM proposal WHERE account_id = $1 AND proposal_id = $2',
  endProposal: `UPDATE proposal SET status = $3, content = NULL, ended_at = $4, applied = CAST($5 AS integer)
    WHERE account_id = $1 AND proposal_id = $2 AND ${isOpen('$4')}`,
  /** $2 is the operation of the changes that were agreed to. */
  nameProposedGroup: `UPDATE change_group SET proposed_by = $3
    WHERE account_id = $1 AND by_kind = 'console' AND operation = $2`,
  deleteExpiredProposed: `UPDATE proposal SET status = 'expired', content = NULL, ended_at = $1
    WHERE status = 'open' AND created_at <= $1 - ${PROPOSAL_MS}`,
  /** Of keys that have ended since a day ago. The player sees nothing of them from their end on. */
  deleteExpiredProposedOfKeys: `UPDATE proposal SET status = 'expired', content = NULL, ended_at = $1
    WHERE status = 'open' AND (account_id, key_id) IN (SELECT account_id, key_id FROM api_key
      WHERE coalesce(revoked_at, expires_at) > $2 AND coalesce(revoked_at, expires_at) <= $1)`,
  deleteExpiredProposals: `DELETE FROM proposal WHERE ended_at <= $1 - ${PROPOSAL_MS}`,
  exportProposals: `SELECT ${columns}, content FROM proposal AS p WHERE account_id = $1 ORDER BY p.created_at, proposal_id`,
});

/** False if the key may not write any more. */
export function saveProposal(
  database: Database,
  caller: AccountCaller,
  { id, createdAt, students, note, content }: NewProposal,
): Promise<boolean> {
  const key = [caller.accountId, caller.id];
  return succeeds(
    database.write(
      'saveProposal',
      [
        ...requireCaller(caller, caller.accountId, createdAt),
        step(STATEMENTS.replaceProposals, ...key, createdAt),
        requiredStep(STATEMENTS.insertProposal, ...key, id, createdAt, students, note, content),
        step(STATEMENTS.forgetProposals, ...key),
      ],
      caller.accountId,
    ),
  );
}

export const listOfKey = (database: Database, { accountId, id }: AccountCaller): Promise<StoredProposal[]> =>
  database.read(STATEMENTS.listProposalsOfKey, accountId, id);

export const findOfKey = (
  database: Database,
  { accountId, id }: AccountCaller,
  proposalId: string,
): Promise<StoredProposal | undefined> =>
  readOne(database, STATEMENTS.findProposalOfKey, accountId, id, proposalId);

/** The second of the steps fails where the key has no such open proposal. */
export const withdrawSteps = (caller: AccountCaller, proposalId: string, at: number): Step[] => [
  ...requireCaller(caller, caller.accountId, at),
  requiredStep(STATEMENTS.withdrawProposal, caller.accountId, caller.id, proposalId, at),
];

/** For the player, the newest first. */
export const listOpen = (database: Database, accountId: string, at: number): Promise<StoredProposal[]> =>
  database.read(STATEMENTS.listOpenProposals, accountId, at);

/** JSON; undefined once it has ended. */
export const readProposed = async (
  database: Database,
  accountId: string,
  proposalId: string,
): Promise<string | undefined> =>
  (await readOne<{ content: string | null }>(database, STATEMENTS.readProposed, accountId, proposalId))
    ?.content ?? undefined;

/** Nothing happens where it is not open any more, or its player may not write. */
export async function endProposal(
  database: Database,
  caller: AccountCaller,
  { id, keyName }: StoredProposal,
  applied: number | null,
  at: number,
): Promise<boolean> {
  const { accountId } = caller;
  const [status, kind] =
    applied === null
      ? (['declined', 'proposal-declined'] as const)
      : (['applied', 'proposal-applied'] as const);
  const steps = [
    step(STATEMENTS.nameProposedGroup, accountId, proposalOperation(id), keyName),
    requiredStep(STATEMENTS.endProposal, accountId, id, status, at, applied),
  ];
  const entry = { at, kind, detail: keyName };
  return (await changeAccount(database, 'endProposal', caller, accountId, entry, steps)) === undefined;
}

/** With what the open ones say. */
export async function exportProposals(database: Database, accountId: string): Promise<object[]> {
  const rows = await database.read<StoredProposal & { content: string | null }>(
    STATEMENTS.exportProposals,
    accountId,
  );
  return rows.map(({ keyId: _, keyName, createdAt, content, ...proposal }) => ({
    ...proposal,
    tool: keyName,
    createdAt: new Date(createdAt).toISOString(),
    proposed: content === null ? null : JSON.parse(content),
  }));
}

/** Ends those whose time or key is over, and forgets those that ended long ago. */
export const expireSteps = (now: number): Step[] => [
  step(STATEMENTS.deleteExpiredProposed, now),
  step(STATEMENTS.deleteExpiredProposedOfKeys, now, now - DAY_MS),
  step(STATEMENTS.deleteExpiredProposals, now),
];
