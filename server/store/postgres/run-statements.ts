import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { UnavailableError } from '../../errors/unavailable-error.ts';
import type { Statement } from '../database.ts';
import { destroyClient } from './connect-postgres.ts';
import { ConnectionLostError, classifyError, RolledBackError, RowLockedError } from './postgres-errors.ts';

/** How often a statement or transaction is sent that PostgreSQL rolled back because of a concurrent one. */
const MAX_ATTEMPTS = 5;
/** How long a row may be locked by others. */
const MAX_LOCK_WAIT_MS = 2_000;
/**
 * Between two attempts to lock a row, while others have the connection. At least half of it, at random, so that two that
 * wait for each other do not meet again.
 */
const LOCK_PAUSE_MS = 200;

export type Work<Result> = (client: pg.Client) => Promise<Result>;

export const sendStatement = (client: pg.Client, statement: Statement, values: readonly unknown[]) =>
  client.query({ ...statement, values: values as unknown[] });

/** A statement that is a transaction by itself: if the connection breaks, it may have been committed. */
export const oneStatement =
  (statement: Statement, values: readonly unknown[]): Work<pg.QueryResult> =>
  (client) =>
    sendStatement(client, statement, values).catch((error) => {
      throw giveUp(client, error);
    });

/**
 * Runs `work` in a transaction of the client. Commits unless `work` throws or returns false. Throws an
 * UnavailableError only if surely nothing was committed.
 */
export const inTransaction =
  <Result>(work: Work<Result>): Work<Result> =>
  async (client) => {
    let isCommitting = false;
    try {
      await client.query('BEGIN');
      const result = await work(client);
      isCommitting = result !== false;
      await client.query(isCommitting ? 'COMMIT' : 'ROLLBACK');
      return result;
    } catch (error) {
      const reason = giveUp(client, error);
      if (!(reason instanceof ConnectionLostError))
        await client.query('ROLLBACK').catch(() => destroyClient(client));
      throw isCommitting ? reason : asUnavailable(reason);
    }
  };

function giveUp(client: pg.Client, error: unknown): Error {
  const reason = classifyError(error);
  if (reason instanceof ConnectionLostError) destroyClient(client);
  return reason;
}

/** Sends a write again while PostgreSQL rolls it back, or while others have locked its row. */
export async function retryConflicts<Result>(
  send: () => Promise<Result>,
  maxLockWaitMs = MAX_LOCK_WAIT_MS,
): Promise<Result> {
  const deadline = performance.now() + maxLockWaitMs;
  for (let attempts = 1; ; )
    try {
      return await send();
    } catch (error) {
      if (error instanceof RowLockedError && performance.now() < deadline)
        await pause(LOCK_PAUSE_MS * (0.5 + Math.random() / 2));
      else if (!(error instanceof RolledBackError)) throw error;
      else if (++attempts > MAX_ATTEMPTS) throw new UnavailableError(error.message, { cause: error });
    }
}

/** Sends a read a second time, on another connection, if the first one broke: a read changes nothing. */
export async function retryRead<Result>(send: () => Promise<Result>): Promise<Result> {
  return retryConflicts(send).catch((error) => {
    if (!(error instanceof ConnectionLostError)) throw error;
    return retryConflicts(send).catch((failed) => {
      throw asUnavailable(failed);
    });
  });
}

/** For what surely had no effect if its connection broke. */
export const asUnavailable = (error: Error): Error =>
  error instanceof ConnectionLostError ? new UnavailableError(error.message, { cause: error }) : error;
