import type { KeyAreas } from '../../contract/areas.ts';
import { isFuture } from './clock-jump.ts';
import { defineStatements, requiredStep, type Step } from './database.ts';

/** Who makes a write: an API key by its ID, a session of the console by its digest, or the operator's commands. */
export interface Caller {
  readonly kind: 'key' | 'console' | 'operator';
  readonly id: string;
}

/** Who makes a request, and in which account. */
export interface AccountCaller extends Caller {
  readonly accountId: string;
  /** What a key may reach; undefined where the caller is none. */
  readonly areas?: KeyAreas | undefined;
}

export const OPERATOR = { kind: 'operator', id: '' } as const satisfies Caller;

/** An operator in the console, or whoever runs the commands, who needs no account. */
export type OperatorCaller = AccountCaller | typeof OPERATOR;

/** A write of one student's record. It happens only if the caller may still act at `at`, in the same transaction. */
export interface StudentWrite {
  readonly caller: Caller;
  readonly at: number;
  readonly accountId: string;
  readonly studentUid: string;
  /** What the caller names the operation on many students that the write is part of. */
  readonly operation?: string | undefined;
  /** What else the same transaction changes in the account. None by default. */
  readonly steps?: readonly Step[] | undefined;
}

/**
 * Which rows a caller needs to still write, as conditions on `account`, `api_key` and `console_session` with parameters
 * for the account, the caller's ID and the time. All statements on both engines that ask for them say it by these.
 */
export const MAY_WRITE = {
  account: (account: string) => `account_id = ${account} AND status = 'active'`,
  key: (account: string, id: string, at: string) =>
    `key_id = ${id} AND account_id = ${account} AND revoked_at IS NULL AND expires_at > ${at}`,
  session: (account: string, id: string) => `digest = ${id} AND account_id = ${account}`,
};

const LATEST_USE = `CASE WHEN used_at < $3 OR ${isFuture('used_at', '$3')} THEN $3 ELSE used_at END`;

export const STATEMENTS = defineStatements({
  /** Changes nothing if the session has ended or its account is not active. */
  requireSession: `UPDATE console_session SET used_at = ${LATEST_USE}
    WHERE ${MAY_WRITE.session('$2', '$1')} AND EXISTS (SELECT 1 FROM account WHERE ${MAY_WRITE.account('$2')})`,
  /** As `requireSession`. Changes nothing either if the account is no operator's. */
  requireOperator: `UPDATE console_session SET used_at = ${LATEST_USE}
    WHERE ${MAY_WRITE.session('$2', '$1')}
      AND EXISTS (SELECT 1 FROM account WHERE ${MAY_WRITE.account('$2')} AND is_operator = 1)`,
  /** Changes no value: a row that is counted says that the key may write, and is locked on PostgreSQL. */
  requireKey: `UPDATE api_key SET last_used_at = last_used_at
    WHERE ${MAY_WRITE.key('$2', '$1', '$3')} AND EXISTS (SELECT 1 FROM account WHERE ${MAY_WRITE.account('$2')})`,
});

/** The condition of a write: its first step fails unless the caller's key or session, and its account, may write. */
export function requireCaller({ kind, id }: Caller, accountId: string, at: number): Step[] {
  if (kind === 'operator') return [];
  return [requiredStep(STATEMENTS[kind === 'key' ? 'requireKey' : 'requireSession'], id, accountId, at)];
}

/**
 * The condition of what an operator does in the console. The transaction names the operator's account, so that whoever
 * takes the right away waits for it, or it for them.
 */
export const requireOperator = ({ id, accountId }: AccountCaller, at: number): Step =>
  requiredStep(STATEMENTS.requireOperator, id, accountId, at);
