import { type ActivityEntry, noteActivity } from '../activity/activity.ts';
import { defineStatements, type Step, step } from '../store/database.ts';
import type { NewAccount } from '../store/stored-account.ts';

export const STATEMENTS = defineStatements({
  insertAccount:
    'INSERT INTO account (account_id, name, status, created_at, is_operator) VALUES ($1, $2, $3, $4, $5)',
});

/** `entry` is the first of the account's activity, if a player made the account. */
export const insertAccount = (
  { accountId, name, status, createdAt }: NewAccount,
  isOperator: boolean,
  entry?: ActivityEntry,
): Step[] => [
  step(STATEMENTS.insertAccount, accountId, name, status, createdAt, isOperator ? 1 : 0),
  ...(entry === undefined ? [] : noteActivity(accountId, entry)),
  ...(isOperator ? noteActivity(accountId, { at: createdAt, kind: 'operator-given', detail: '' }) : []),
];
