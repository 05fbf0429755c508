import pg from 'pg';
import { Unavailable } from '../port.ts';

/** The connection broke after the statement was sent and before its end was heard: nobody knows what became of it. */
export class Lost extends Error {
  override name = 'Lost';
}

/** Two transactions met and this one was undone; the same may go well at once. */
export class Undone extends Error {
  override name = 'Undone';
}

/** Serialization failure, deadlock, and a prepared statement that its connection does not know (yet, or any more). */
const UNDONE = ['40001', '40P01', '26000'];
/** A transaction of several was undone, or had no connection. The statement did nothing and may go well by itself. */
export class UndoneTogether extends Error {
  override name = 'UndoneTogether';
}

/** The session was ended from outside: 57P01 to 57P05, a transaction that was idle or took too long. */
const ENDED = /^(57P0|25P0[34])/;
/** Whoever stands between us and the database has lost it, and knows no more than we. */
const CUT_BEHIND = /^08/;
/**
 * Faults of the place, not of the statement, which did nothing: read-only, a lock not had, cancelled or out of time,
 * classes 53 and 58 (disk, memory, connections, I/O), a plan or a table that recovery does not allow, the account
 * deleted while its request was under way (its next one is refused for its key), the rights of our user.
 */
const OF_THE_PLACE = /^(25006|55P03|57014|53|58|0A000|23503|42501)/;

/** What is known after a statement that was sent has failed. `completed`: its end was heard, but not its commit. */
export function judged(error: unknown, completed: boolean): Error {
  if (!(error instanceof pg.DatabaseError)) return new Lost('the connection broke', { cause: error });
  const code = error.code ?? '';
  if (CUT_BEHIND.test(code)) return new Lost('the connection broke behind a pooler', { cause: error });
  if (ENDED.test(code))
    // A commit follows the end of its statement: what was ended before that has done nothing.
    return completed
      ? new Lost('the session was ended', { cause: error })
      : new Unavailable('the session was ended', { cause: error });
  if (UNDONE.includes(code)) return new Undone(error.message, { cause: error });
  return OF_THE_PLACE.test(code) ? new Unavailable(error.message, { cause: error }) : error;
}

/** Whether the session in which this came is over: what is sent after it is lost. */
export const endsSession = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || ENDED.test(error.code ?? '') || CUT_BEHIND.test(error.code ?? '');

/** A lock not had, a value or a rule of the data: nothing that others of its transaction would meet too. */
export const isOfOneRow = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(55P03|22|23)/.test(error.code ?? '');

/** Why a connection cannot be had, in words for the person who runs it. */
export function sentenceFor(error: unknown): string {
  const { code = '', message } = error as { code?: string; message: string };
  switch (code) {
    case 'ECONNREFUSED':
      return 'does not answer: nothing listens there. Start PostgreSQL, or name another host';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'cannot be found: there is no such host. Check its name';
    case '28P01':
    case '28000':
      return 'refuses this user or password. Check both';
    case '3D000':
      return 'does not exist. Create it with `createdb`, or name another';
    case '53300':
      return 'has no connection free. Raise its max_connections, or lower `?pool=`';
    case '42501':
      return `does not allow that: ${message}. Give the user the right, or name another`;
    case '57P03':
      return 'is starting up or shutting down. Wait until it is done';
    case '25006':
      return 'is read-only. Name the primary server';
    default:
      return `cannot be used: ${message}`;
  }
}
