import {
  type Database,
  defineStatements,
  readOne,
  requiredStep,
  type Step,
  step,
} from '../store/database.ts';

/**
 * Links and invites of an operator end with the operator's right. Whoever takes the right ends them in the same
 * transaction, and whoever uses one needs a maker who still has it. `madeBy` is the account of that operator; null: a
 * command made it, which needs no right.
 */
const MAY_GRANT = "account_id = $1 AND is_operator = 1 AND status = 'active'";

export const STATEMENTS = defineStatements({
  findGrantor: `SELECT 1 AS "found" FROM account WHERE ${MAY_GRANT}`,
  /** Changes no value: a row that is counted says that the maker has the right, and is locked on PostgreSQL. */
  requireGrantor: `UPDATE account SET is_operator = is_operator WHERE ${MAY_GRANT}`,
  deleteLinksMadeBy: 'DELETE FROM account_link WHERE made_by = $1',
  /** Leaves those that have ended already as they are. */
  revokeInvitesMadeBy: `UPDATE invite SET revoked_at = $2
    WHERE made_by = $1 AND revoked_at IS NULL AND uses_left > 0 AND expires_at > $2`,
});

/** True if what this account, or a command, has made can still be used. */
export const mayGrant = async (database: Database, madeBy: string | null): Promise<boolean> =>
  madeBy === null || (await readOne(database, STATEMENTS.findGrantor, madeBy)) !== undefined;

/** The condition of a use. It comes before what is used: whoever takes the right locks in the same order. */
export const requireGrantor = (madeBy: string | null): Step[] =>
  madeBy === null ? [] : [requiredStep(STATEMENTS.requireGrantor, madeBy)];

/** For the transaction that takes the operator's right away. A right that is given back does not bring them back. */
export const endGrantedAccess = (operatorId: string, at: number): Step[] => [
  step(STATEMENTS.deleteLinksMadeBy, operatorId),
  step(STATEMENTS.revokeInvitesMadeBy, operatorId, at),
];
