import {
  type Database,
  defineStatements,
  readOne,
  requiredStep,
  type Step,
  step,
  succeeds,
} from '../store/database.ts';
import type { Etags } from './fetch-catalogue.ts';

/** What is stored of a source, for all instances. */
export interface StoredSource {
  /** When it is fetched next, by whichever instance is first. */
  readonly dueAt: number;
  /** When it was last read without a failure, changed or not. */
  readonly checkedAt: number | null;
  readonly etags: Etags;
  /** Why the last attempt failed. */
  readonly problem: string | null;
}

export const STATEMENTS = defineStatements({
  readSource: `SELECT due_at AS "dueAt", checked_at AS "checkedAt", etags, problem FROM catalogue_source
    WHERE address = $1`,
  insertSource: `INSERT INTO catalogue_source (address, due_at, etags) VALUES ($1, $2, '{}')
    ON CONFLICT (address) DO NOTHING`,
  /** Changes nothing if another instance has claimed it since it was read. */
  claimSource: `UPDATE catalogue_source SET due_at = $3, attempted_at = CAST($4 AS bigint)
    WHERE address = $1 AND due_at = $2`,
  /** Changes nothing if somebody has claimed it after $4; a time that is yet to come is from a wrong clock. */
  claimSourceNow: `UPDATE catalogue_source SET due_at = $2, attempted_at = CAST($3 AS bigint)
    WHERE address = $1 AND (attempted_at IS NULL OR attempted_at <= $4 OR attempted_at > CAST($3 AS bigint))`,
  storeSuccess: `UPDATE catalogue_source SET due_at = $2, checked_at = $3, etags = $4, problem = NULL,
    changed_at = coalesce($5, changed_at) WHERE address = $1`,
  storeProblem: 'UPDATE catalogue_source SET problem = $2 WHERE address = $1',
});

export async function readSource(database: Database, address: string): Promise<StoredSource | undefined> {
  type Row = Omit<StoredSource, 'etags'> & { etags: string };
  const row = await readOne<Row>(database, STATEMENTS.readSource, address);
  return row && { ...row, etags: JSON.parse(row.etags) };
}

/** Inserts the source if it is new. */
export async function insertSource(database: Database, address: string, dueAt: number): Promise<void> {
  await database.write('insertSource', [step(STATEMENTS.insertSource, address, dueAt)]);
}

/** Whether this instance is the one that fetches it. The others see `nextDueAt`, when it is tried again if that fails. */
export async function claimSource(
  database: Database,
  address: string,
  { dueAt, nextDueAt, at }: { dueAt: number; nextDueAt: number; at: number },
): Promise<boolean> {
  const claim = requiredStep(STATEMENTS.claimSource, address, dueAt, nextDueAt, at);
  return succeeds(database.write('claimSource', [claim]));
}

/** As `claimSource`, whenever it is due. Fails if it was claimed less than `intervalMs` ago. */
export const claimSourceNow = (
  address: string,
  { nextDueAt, at, intervalMs }: { nextDueAt: number; at: number; intervalMs: number },
): Step => requiredStep(STATEMENTS.claimSourceNow, address, nextDueAt, at, at - intervalMs);

export async function storeSuccess(
  database: Database,
  address: string,
  success: { dueAt: number; checkedAt: number; etags: Etags; changedAt: number | null },
): Promise<void> {
  const { dueAt, checkedAt, etags, changedAt } = success;
  await database.write('storeRefresh', [
    step(STATEMENTS.insertSource, address, dueAt),
    step(STATEMENTS.storeSuccess, address, dueAt, checkedAt, JSON.stringify(etags), changedAt),
  ]);
}

export async function storeProblem(database: Database, address: string, problem: string): Promise<void> {
  await database.write('storeProblem', [step(STATEMENTS.storeProblem, address, problem)]);
}
