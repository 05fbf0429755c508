import pg from 'pg';
import { UnavailableError } from '../types.ts';
import { NO_TLS_OFFERED, type SslMode } from './postgres-tls.ts';

/** The connection broke after the statement was sent and before its end was heard: nobody knows what became of it. */
export class ConnectionLostError extends Error {
  override name = 'ConnectionLostError';
}

/** Two transactions met and this one was undone; the same may go well at once. */
export class RolledBackError extends Error {
  override name = 'RolledBackError';
}

/** Serialization failure, deadlock, and a prepared statement that its connection does not know (yet, or any more). */
const UNDONE = ['40001', '40P01', '26000'];
/** A transaction of several was undone, or had no connection. The statement did nothing and may go well by itself. */
export class BatchRolledBackError extends Error {
  override name = 'BatchRolledBackError';
}

/** Somebody else holds the row. The statement did nothing. */
export class RowLockedError extends UnavailableError {
  override name = 'RowLockedError';
}

/** The session was ended from outside: 57P01 to 57P05, a transaction that was idle or took too long. */
const ENDED = /^(57P0|25P0[34])/;
/** Whoever stands between us and the database has lost it, and knows no more than we. */
const CUT_BEHIND = /^08/;
const LOCK_NOT_AVAILABLE = '55P03';
/**
 * Faults of the place, not of the statement, which did nothing: read-only, cancelled or out of time,
 * classes 53 and 58 (disk, memory, connections, I/O), a plan or a table that recovery does not allow, the account
 * deleted while its request was under way (its next one is refused for its key), the rights of our user.
 */
const OF_THE_PLACE = /^(25006|57014|53|58|0A000|23503|42501)/;

/** What is known after a statement that was sent has failed. `completed`: its end was heard, but not its commit. */
export function classifyError(error: unknown, completed: boolean): Error {
  if (!(error instanceof pg.DatabaseError))
    return new ConnectionLostError('the connection broke', { cause: error });
  const code = error.code ?? '';
  if (CUT_BEHIND.test(code))
    return new ConnectionLostError('the connection broke behind a pooler', { cause: error });
  if (ENDED.test(code))
    // A commit follows the end of its statement: what was ended before that has done nothing.
    return completed
      ? new ConnectionLostError('the session was ended', { cause: error })
      : new UnavailableError('the session was ended', { cause: error });
  if (code === LOCK_NOT_AVAILABLE) return new RowLockedError(error.message, { cause: error });
  if (UNDONE.includes(code)) return new RolledBackError(error.message, { cause: error });
  return OF_THE_PLACE.test(code) ? new UnavailableError(error.message, { cause: error }) : error;
}

/** Whether the session in which this came is over: what is sent after it is lost. */
export const endsSession = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || ENDED.test(error.code ?? '') || CUT_BEHIND.test(error.code ?? '');

/** A lock not had, a value or a rule of the data: nothing that others of its transaction would meet too. */
export const isRowError = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(55P03|22|23)/.test(error.code ?? '');

/**
 * Why a connection cannot be had, in words for the person who runs it. The codes come from the system, from Node's TLS
 * and from PostgreSQL, whose messages may be in the language of the server.
 */
export function explainPostgresError(error: unknown, sslmode: SslMode): string {
  const { code = '', routine, message } = error as { code?: string; routine?: string; message: string };
  switch (code) {
    case 'ECONNREFUSED':
      return 'does not answer: nothing listens there. Start PostgreSQL, or name another host';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'cannot be found: there is no such host. Check its name';
    case '28P01':
      return 'refuses this user or password. Check both';
    case '28000':
      if (routine !== 'ClientAuthentication') return 'refuses this user or password. Check both';
      // What it lets in depends on the address, the database, the user and TLS, and it does not say which is missing.
      return sslmode === 'disable'
        ? `does not accept this connection without TLS: ${message}. Add ?sslmode=verify-full to the address, or an entry to pg_hba.conf`
        : `does not accept this connection: ${message}. Add an entry to pg_hba.conf, or a client certificate with ?sslcert= and ?sslkey=`;
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
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return 'has a certificate for another name. Name the host as its certificate does, or say ?sslmode=verify-ca';
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
      return 'has a certificate that is not valid today. Renew it, or set the clock';
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return 'has a certificate of an authority that is not trusted. Name the file of its authority with ?sslrootcert=';
    default:
      return message === NO_TLS_OFFERED
        ? 'offers no TLS. Turn it on there with `ssl = on`, or say ?sslmode=disable'
        : `cannot be used: ${message}`;
  }
}
