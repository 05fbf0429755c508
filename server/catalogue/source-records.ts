import {
  type Database,
  defineStatements,
  readOne,
  requiredStep,
  type Step,
  step,
  succeeds,
} from '../store/database.ts';
import type { Brought } from './brought.ts';
import type { Etags } from './fetch-catalogue.ts';
import type { RefreshProblem } from './refresh-error.ts';

/** A source as it is stored for all instances. */
export interface StoredSource {
  /** When it is fetched next, by whichever instance is first. */
  readonly dueAt: number;
  /** When it was last read without a failure, changed or not. */
  readonly checkedAt: number | null;
  readonly etags: Etags;
  /** Why the last attempt failed. */
  readonly problem: string | null;
}

/** A source as the operator's page tells of it. */
export interface SourceOutcome {
  readonly dueAt: number;
  readonly attemptedAt: number | null;
  /** The news of the last refresh that brought some. */
  readonly brought: Brought | null;
  readonly reason: RefreshProblem | null;
}

export const STATEMENTS = defineStatements({
  readSource: `SELECT due_at AS "dueAt", checked_at AS "checkedAt", etags, problem FROM catalogue_source
    WHERE address = $1`,
  /** Apart from `readSource`, which commands ask of databases that are not migrated yet. */
  readSourceOutcome: `SELECT due_at AS "dueAt", attempted_at AS "attemptedAt", brought, reason FROM catalogue_source
    WHERE address = $1`,
  insertSource: `INSERT INTO catalogue_source (address, due_at, etags) VALUES ($1, $2, '{}')
    ON CONFLICT (address) DO NOTHING`,
  /** Changes nothing if another instance has claimed it since it was read. */
  claimSource: `UPDATE catalogue_source SET due_at = $3, attempted_at = CAST($4 AS bigint)
    WHERE address = $1 AND due_at = $2`,
  /** Changes nothing if somebody has claimed it after $4; a time that is yet to come is from a wrong clock. */
  claimSourceNow: `UPDATE catalogue_source SET due_at = $2, attempted_at = CAST($3 AS bigint)
    WHERE address = $1 AND (attempted_at IS NULL OR attempted_at <= $4 OR attempted_at > CAST($3 AS bigint))`,
  /** It stays undue after $3 where it was attempted later than that: whoever turns it on and off burdens no source. */
  makeSourceDue: `UPDATE catalogue_source SET due_at = CASE WHEN attempted_at > CAST($3 AS bigint)
      AND attempted_at <= CAST($2 AS bigint) THEN attempted_at + CAST($2 AS bigint) - CAST($3 AS bigint)
      ELSE CAST($2 AS bigint) END WHERE address = $1`,
  storeSuccess: `UPDATE catalogue_source SET due_at = $2, checked_at = $3, etags = $4, problem = NULL, reason = NULL,
    changed_at = coalesce($5, changed_at), brought = coalesce($6, brought) WHERE address = $1`,
  storeProblem: 'UPDATE catalogue_source SET problem = $2, reason = $3 WHERE address = $1',
});

export async function readSource(database: Database, address: string): Promise<StoredSource | undefined> {
  type Row = Omit<StoredSource, 'etags'> & { etags: string };
  const row = await readOne<Row>(database, STATEMENTS.readSource, address);
  return row && { ...row, etags: JSON.parse(row.etags) };
}

export async function readSourceOutcome(
  database: Database,
  address: string,
): Promise<SourceOutcome | undefined> {
  type Row = Omit<SourceOutcome, 'brought'> & { brought: string | null };
  const row = await readOne<Row>(database, STATEMENTS.readSourceOutcome, address);
  return row && { ...row, brought: row.brought === null ? null : JSON.parse(row.brought) };
}

/** Inserts the source if it is new. */
export async function insertSource(database: Database, address: string, dueAt: number): Promise<void> {
  await database.write('insertSource', [step(STATEMENTS.insertSource, address, dueAt)]);
}

/** True if this instance fetches it. The others see `nextDueAt`, when it is tried again if that fails. */
export async function claimSource(
  database: Database,
  address: string,
  { dueAt, nextDueAt, at }: { dueAt: number; nextDueAt: number; at: number },
): Promise<boolean> {
  const claim = requiredStep(STATEMENTS.claimSource, address, dueAt, nextDueAt, at);
  return succeeds(database.write('claimSource', [claim]));
}

/** Claims the source whenever it is due. Fails if it was claimed less than `intervalMs` ago. */
export const claimSourceNow = (
  address: string,
  { nextDueAt, at, intervalMs }: { nextDueAt: number; at: number; intervalMs: number },
): Step => requiredStep(STATEMENTS.claimSourceNow, address, nextDueAt, at, at - intervalMs);

/** The source is due at once, or as soon as `intervalMs` have passed since it was last attempted. */
export const makeSourceDue = (
  address: string,
  { at, intervalMs }: { at: number; intervalMs: number },
): Step => step(STATEMENTS.makeSourceDue, address, at, at - intervalMs);

interface SourceSuccess extends Pick<StoredSource, 'dueAt' | 'etags'> {
  readonly checkedAt: number;
  readonly changedAt: number | null;
  readonly brought?: Brought | undefined;
}

export async function storeSuccess(
  database: Database,
  address: string,
  { dueAt, checkedAt, etags, changedAt, brought }: SourceSuccess,
): Promise<void> {
  await database.write('storeRefresh', [
    step(STATEMENTS.insertSource, address, dueAt),
    step(
      STATEMENTS.storeSuccess,
      address,
      dueAt,
      checkedAt,
      JSON.stringify(etags),
      changedAt,
      brought === undefined ? null : JSON.stringify(brought),
    ),
  ]);
}

export async function storeProblem(
  database: Database,
  address: string,
  problem: string,
  reason: RefreshProblem,
): Promise<void> {
  await database.write('storeProblem', [step(STATEMENTS.storeProblem, address, problem, reason)]);
}
