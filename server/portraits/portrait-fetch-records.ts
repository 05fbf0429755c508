import {
  type Database,
  defineStatements,
  readOne,
  requiredStep,
  type Step,
  step,
  succeeds,
} from '../store/database.ts';

/**
 * Why a fetch of portraits has ended early. `folder`: it cannot be written. `unreachable`: the source was not read.
 * `failed`: this server.
 */
export type PortraitProblem = 'folder' | 'unreachable' | 'failed';

/** The last fetch of portraits by any instance. */
export interface StoredPortraitFetch {
  /** Which instance runs it; null once it has ended. */
  readonly instance: string | null;
  readonly seenAt: number;
  readonly done: number;
  readonly total: number;
  /** When one has last ended without a problem. */
  readonly endedAt: number | null;
  readonly missing: number;
  readonly refused: number;
  readonly reason: PortraitProblem | null;
  readonly problem: string | null;
}

/** An instance that is not heard of for so long has ended, and another one may fetch. */
const LEASE_MS = 30_000;

export const STATEMENTS = defineStatements({
  readPortraitFetch: `SELECT instance, seen_at AS "seenAt", done, total, ended_at AS "endedAt", missing, refused, reason,
    problem FROM portrait_fetch WHERE singleton = 1`,
  /** Changes nothing while another instance fetches; a time that is yet to come is from a wrong clock. */
  claimPortraitFetch: `INSERT INTO portrait_fetch (singleton, instance, seen_at, done, total) VALUES (1, $1, $2, 0, 0)
    ON CONFLICT (singleton) DO UPDATE SET instance = excluded.instance, seen_at = excluded.seen_at, done = 0, total = 0
    WHERE portrait_fetch.instance IS NULL OR portrait_fetch.seen_at <= $3 OR portrait_fetch.seen_at > $4`,
  /** Changes nothing once another instance has taken over, or an operator has turned it off. */
  notePortraitProgress: `UPDATE portrait_fetch SET seen_at = $2, done = $3, total = $4 WHERE instance = $1
    AND EXISTS (SELECT 1 FROM fetch_choice WHERE subject = 'portraits' AND is_on = 1)`,
  endPortraitFetch: `UPDATE portrait_fetch SET instance = NULL, ended_at = $2, missing = $3, refused = $4, reason = NULL,
    problem = NULL WHERE instance = $1`,
  failPortraitFetch:
    'UPDATE portrait_fetch SET instance = NULL, reason = $2, problem = $3 WHERE instance = $1',
  releasePortraitFetch: 'UPDATE portrait_fetch SET instance = NULL WHERE instance = $1',
  forgetPortraitFetch: 'DELETE FROM portrait_fetch WHERE singleton = 1',
});

export const readPortraitFetch = (database: Database): Promise<StoredPortraitFetch | undefined> =>
  readOne(database, STATEMENTS.readPortraitFetch);

export const isPortraitFetchRunning = (
  fetch: StoredPortraitFetch | undefined,
  now: number,
): fetch is StoredPortraitFetch & { instance: string } =>
  fetch !== undefined && fetch.instance !== null && Math.abs(now - fetch.seenAt) < LEASE_MS;

const isWritten = (database: Database, one: Step): Promise<boolean> =>
  succeeds(database.write(one.statement.name, [one]));

/** True if this instance is the one that fetches. */
export const claimPortraitFetch = (database: Database, instance: string, at: number): Promise<boolean> =>
  isWritten(
    database,
    requiredStep(STATEMENTS.claimPortraitFetch, instance, at, at - LEASE_MS, at + LEASE_MS),
  );

/** True if this instance may go on. */
export const notePortraitProgress = (
  database: Database,
  instance: string,
  { at, done, total }: { at: number; done: number; total: number },
): Promise<boolean> =>
  isWritten(database, requiredStep(STATEMENTS.notePortraitProgress, instance, at, done, total));

export const endPortraitFetch = (
  database: Database,
  instance: string,
  { at, missing, refused }: { at: number; missing: number; refused: number },
): Promise<boolean> => isWritten(database, step(STATEMENTS.endPortraitFetch, instance, at, missing, refused));

export const failPortraitFetch = (
  database: Database,
  instance: string,
  reason: PortraitProblem,
  problem: string,
): Promise<boolean> => isWritten(database, step(STATEMENTS.failPortraitFetch, instance, reason, problem));

/** Releases a fetch that was turned off, or whose instance stops. */
export const releasePortraitFetch = (database: Database, instance: string): Promise<boolean> =>
  isWritten(database, step(STATEMENTS.releasePortraitFetch, instance));

/** Forgets a fetch whose files were removed. */
export const forgetPortraitFetch = (database: Database): Promise<boolean> =>
  isWritten(database, step(STATEMENTS.forgetPortraitFetch));
