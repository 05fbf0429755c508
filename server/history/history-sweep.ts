import { setTimeout } from 'node:timers/promises';
import { CHANGE_RETENTION_DAYS, SNAPSHOT_RETENTION_DAYS } from '../../contract/history.ts';
import { type Database, defineStatements, readOne, step } from '../store/database.ts';
import { dayOf } from '../store/roster-snapshots.ts';
import { findFirstChange } from './records.ts';

export const STATEMENTS = defineStatements({
  /** From the time $1 on. Many groups may have begun at one time: those of accounts up to $2 have been listed. */
  listOldGroups: `SELECT account_id AS "accountId", started_at AS "startedAt" FROM change_group
    WHERE started_at >= $1 AND (started_at > $1 OR account_id > $2) AND started_at <= $3
    ORDER BY started_at, account_id LIMIT $4`,
  /** The first number that is kept: of the first change since $2, or of the next change. */
  findKeptNumber: `SELECT coalesce((SELECT number FROM student_change WHERE account_id = $1 AND at > $2
    ORDER BY number LIMIT 1), last_number + 1) AS "number" FROM history WHERE account_id = $1`,
  deleteChanges: 'DELETE FROM student_change WHERE account_id = $1 AND number BETWEEN $2 AND $3',
  deleteGroupsBefore: 'DELETE FROM change_group WHERE account_id = $1 AND number < $2 AND last_number < $2',
  listOldSnapshots: `SELECT account_id AS "accountId", day FROM roster_snapshot WHERE day < $1
    ORDER BY day LIMIT $2`,
  deleteSnapshot: 'DELETE FROM roster_snapshot WHERE account_id = $1 AND day = $2',
});

/** Rows that one transaction deletes, for which the writes of players wait. */
const CHANGES_PER_TRANSACTION = 500;
const SNAPSHOTS_PER_TRANSACTION = 100;
/** Between two transactions, so that no write waits for more than one. */
const PAUSE_MS = 10;
const GROUPS_PER_READ = 500;
const DAY_MS = 86_400_000;

/** Deletes changes and snapshots that are older than they are kept. */
export async function deleteOldHistory(database: Database, now: number): Promise<void> {
  await deleteOldChanges(database, now - CHANGE_RETENTION_DAYS * DAY_MS);
  await deleteOldSnapshots(database, dayOf(now - SNAPSHOT_RETENTION_DAYS * DAY_MS));
}

/** Account by account, in the order of their oldest groups. */
async function deleteOldChanges(database: Database, until: number): Promise<void> {
  const swept = new Set<string>();
  type Row = { accountId: string; startedAt: number };
  for (let after: Row = { accountId: '', startedAt: 0 }; ; ) {
    const values = [after.startedAt, after.accountId, until, GROUPS_PER_READ];
    const groups = await database.read<Row>(STATEMENTS.listOldGroups, ...values);
    for (const { accountId } of groups)
      if (!swept.has(accountId)) {
        swept.add(accountId);
        await deleteChangesOf(database, accountId, until);
      }
    const last = groups.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

/** From the oldest on, so that the numbers that are kept have no gap. */
async function deleteChangesOf(database: Database, accountId: string, until: number): Promise<void> {
  type Row = { number: number };
  const kept = await readOne<Row>(database, STATEMENTS.findKeptNumber, accountId, until);
  if (kept === undefined) return;
  // From where the last transaction ended: PostgreSQL reads deleted rows too.
  for (let from = 1; ; ) {
    const first = await findFirstChange(database, accountId, from);
    if (first === undefined || first >= kept.number) return;
    const end = Math.min(first + CHANGES_PER_TRANSACTION, kept.number);
    await database.write('deleteOldChanges', [
      step(STATEMENTS.deleteChanges, accountId, first, end - 1),
      step(STATEMENTS.deleteGroupsBefore, accountId, end),
    ]);
    from = end;
    await setTimeout(PAUSE_MS);
  }
}

async function deleteOldSnapshots(database: Database, before: string): Promise<void> {
  for (;;) {
    type Row = { accountId: string; day: string };
    const snapshots = await database.read<Row>(
      STATEMENTS.listOldSnapshots,
      before,
      SNAPSHOTS_PER_TRANSACTION,
    );
    if (snapshots.length === 0) return;
    await database.write(
      'deleteOldSnapshots',
      snapshots.map(({ accountId, day }) => step(STATEMENTS.deleteSnapshot, accountId, day)),
    );
    await setTimeout(PAUSE_MS);
  }
}
