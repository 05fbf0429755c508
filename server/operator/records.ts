import { type ActivityEntry, type ActivityKind, noteActivity } from '../activity/activity.ts';
import { type FetchSubject, saveFetchChoice } from '../fetching/fetch-choices.ts';
import { replaceLink, type StoredLink } from '../sign-in/account-links.ts';
import { endGrantedAccess } from '../sign-in/granted-access.ts';
import { endInvite, insertInvite, type StoredInvite } from '../sign-in/invites.ts';
import { hashToken } from '../sign-in/tokens.ts';
import { type AccountCaller, type OperatorCaller, requireOperator } from '../store/caller.ts';
import {
  type Database,
  defineStatements,
  readOne,
  requiredStep,
  type Step,
  succeeds,
} from '../store/database.ts';
import type { NewAccount } from '../store/stored-account.ts';

const ACCOUNTS_PER_PAGE = 100;

/** An account as its operator sees it: nothing that it keeps. */
export interface OperatedAccount extends NewAccount {
  isOperator: 0 | 1;
  keyUsedAt: number | null;
  sessionUsedAt: number | null;
}

/** Where a page of accounts begins: after this one, which is newer than all that follow. */
export interface AccountCursor {
  createdAt: number;
  accountId: string;
}

/** After no account. */
export const FIRST_ACCOUNT: AccountCursor = { createdAt: Number.MAX_SAFE_INTEGER, accountId: '' };

const operatedColumns = `a.account_id AS "accountId", a.name, a.status, a.created_at AS "createdAt",
  a.is_operator AS "isOperator",
  (SELECT max(last_used_at) FROM api_key WHERE account_id = a.account_id) AS "keyUsedAt",
  (SELECT max(used_at) FROM console_session WHERE account_id = a.account_id) AS "sessionUsedAt"`;

export const STATEMENTS = defineStatements({
  /** $3 is a part of the name, or the ID; empty: all. `replace` finds it without the wildcards of LIKE. */
  listOperatedAccounts: `SELECT ${operatedColumns} FROM account AS a
    WHERE (a.created_at, a.account_id) < ($1, $2)
      AND ($3 = '' OR a.account_id = $3 OR replace(lower(a.name), lower($3), '') <> lower(a.name))
    ORDER BY a.created_at DESC, a.account_id DESC LIMIT ${ACCOUNTS_PER_PAGE + 1}`,
  findOperatedAccount: `SELECT ${operatedColumns} FROM account AS a WHERE a.account_id = $1`,
  /** Changes nothing if it is so already. */
  changeStatus: 'UPDATE account SET status = $2 WHERE account_id = $1 AND status <> $2',
  changeOperator: 'UPDATE account SET is_operator = $2 WHERE account_id = $1 AND is_operator <> $2',
});

/** The newest first. */
export async function listOperatedAccounts(
  database: Database,
  { createdAt, accountId }: AccountCursor,
  namePart: string,
): Promise<{ accounts: OperatedAccount[]; next: AccountCursor | undefined }> {
  const found = await database.read<OperatedAccount>(
    STATEMENTS.listOperatedAccounts,
    createdAt,
    accountId,
    namePart,
  );
  const accounts = found.slice(0, ACCOUNTS_PER_PAGE);
  return { accounts, next: found.length > accounts.length ? accounts.at(-1) : undefined };
}

export const findOperatedAccount = (
  database: Database,
  accountId: string,
): Promise<OperatedAccount | undefined> => readOne(database, STATEMENTS.findOperatedAccount, accountId);

/** `unchanged`: there is no such account or invite, or the account has the status already. */
export type OperatorChange = 'done' | 'refused' | 'unchanged';

export function changeStatus(
  database: Database,
  caller: OperatorCaller,
  { accountId, name, isOperator }: Pick<OperatedAccount, 'accountId' | 'name' | 'isOperator'>,
  status: NewAccount['status'],
  at: number,
): Promise<OperatorChange> {
  const [own, others]: readonly [ActivityKind, ActivityKind] =
    status === 'active'
      ? ['account-activated', 'activated-by-operator']
      : ['account-suspended', 'suspended-by-operator'];
  const steps = [
    requiredStep(STATEMENTS.changeStatus, accountId, status),
    // Not of a player, who has made none: on distributed tables these steps ask each node.
    ...(status === 'suspended' && isOperator === 1 ? endGrantedAccess(accountId, at) : []),
    ...noteActivity(accountId, { at, kind: others, detail: '' }),
  ];
  const entry = { at, kind: own, detail: name };
  return changeAccountAsOperator(database, 'changeStatus', caller, accountId, entry, steps);
}

/** The activity of the account tells its player who made the link: `operatorName`, which is empty for a command. */
export function saveLinkAsOperator(
  database: Database,
  caller: OperatorCaller,
  operatorName: string,
  { accountId, name }: Pick<OperatedAccount, 'accountId' | 'name'>,
  link: StoredLink,
  at: number,
): Promise<OperatorChange> {
  const steps = [
    replaceLink(link),
    ...noteActivity(accountId, { at, kind: 'link-by-operator', detail: operatorName }),
  ];
  const entry: ActivityEntry = { at, kind: 'link-created', detail: name };
  return changeAccountAsOperator(database, 'saveLinkAsOperator', caller, accountId, entry, steps);
}

export const saveInviteAsOperator = (
  database: Database,
  caller: AccountCaller,
  { token, ...invite }: StoredInvite & { token: string },
): Promise<OperatorChange> =>
  changeAsOperator(
    database,
    'saveInviteAsOperator',
    caller,
    { at: invite.createdAt, kind: 'invite-created', detail: invite.inviteId },
    [insertInvite(invite, hashToken(token))],
  );

export const revokeInviteAsOperator = (
  database: Database,
  caller: AccountCaller,
  inviteId: string,
  at: number,
): Promise<OperatorChange> =>
  changeAsOperator(
    database,
    'revokeInviteAsOperator',
    caller,
    { at, kind: 'invite-revoked', detail: inviteId },
    [endInvite(inviteId, at)],
  );

/** `steps` are what else follows from the choice in the same transaction. */
export const saveFetchChoiceAsOperator = (
  database: Database,
  caller: AccountCaller,
  { subject, isOn, at, steps }: { subject: FetchSubject; isOn: boolean; at: number; steps: readonly Step[] },
): Promise<OperatorChange> =>
  changeAsOperator(
    database,
    'saveFetchChoiceAsOperator',
    caller,
    { at, kind: `${subject}-fetch-${isOn ? 'on' : 'off'}`, detail: '' },
    [saveFetchChoice(subject, isOn, at), ...steps],
  );

/** Gives the right, or takes it away with all access that it granted. False if the account does not exist, or has it, or lacks it, already. */
export const changeOperator = (
  database: Database,
  accountId: string,
  isOperator: boolean,
  at: number,
): Promise<boolean> =>
  succeeds(
    database.write(
      'changeOperator',
      [
        requiredStep(STATEMENTS.changeOperator, accountId, isOperator ? 1 : 0),
        ...(isOperator ? [] : endGrantedAccess(accountId, at)),
        ...noteActivity(accountId, {
          at,
          kind: isOperator ? 'operator-given' : 'operator-taken',
          detail: '',
        }),
      ],
      accountId,
    ),
  );

/** `entry` is for the activity of an operator in the console: whoever runs the commands has none. */
async function changeAccountAsOperator(
  database: Database,
  operation: string,
  caller: OperatorCaller,
  accountId: string,
  entry: ActivityEntry,
  steps: readonly Step[],
): Promise<OperatorChange> {
  if ('accountId' in caller) return changeAsOperator(database, operation, caller, entry, steps);
  return (await succeeds(database.write(operation, steps, accountId))) ? 'done' : 'unchanged';
}

async function changeAsOperator(
  database: Database,
  operation: string,
  caller: AccountCaller,
  entry: ActivityEntry,
  steps: readonly Step[],
): Promise<OperatorChange> {
  const { accountId } = caller;
  const isOperator = requireOperator(caller, entry.at);
  const failed = await database.write(
    operation,
    [isOperator, ...steps, ...noteActivity(accountId, entry)],
    accountId,
  );
  if (failed === undefined) return 'done';
  return failed === isOperator ? 'refused' : 'unchanged';
}
