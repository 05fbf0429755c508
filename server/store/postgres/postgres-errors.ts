import pg from 'pg';
import { UnavailableError } from '../../errors/unavailable-error.ts';

import { CONNECT_TIMEOUT_MESSAGE, NO_TLS_MESSAGE, type SslMode } from './postgres-tls.ts';

/** The connection broke before the server reported the result, so the statement may or may not have been executed. */
export class ConnectionLostError extends Error {
  override name = 'ConnectionLostError';
}

/**
 * Citus has lost the connection to the node of the account. The statement may have been executed there, unless it only reads; the
 * session goes on, and serves the accounts of other nodes.
 */
export class NodeLostError extends Error {
  override name = 'NodeLostError';
}

/** The server is not the one that takes writes. */
export class NotPrimaryError extends Error {
  override name = 'NotPrimaryError';
}

/** PostgreSQL rolled the transaction back because of a concurrent one; it may succeed if sent again. */
export class RolledBackError extends Error {
  override name = 'RolledBackError';
}

/** Another session has locked the row. The statement had no effect. */
export class RowLockedError extends UnavailableError {
  override name = 'RowLockedError';
}

/** Serialization failure, deadlock, and a prepared statement that the connection does not have. */
const ROLLED_BACK = ['40001', '40P01', '26000'];
/**
 * The server ended the session, perhaps while it committed: 57P01 to 57P05, and a transaction that was idle or took too
 * long. With 08 a pooler lost its own connection to the database.
 */
const SESSION_ENDED = /^(57P0|25P0[34]|08)/;
/** How a session of Citus ends that waits for a node while its server is killed. */
const CITUS_ENDED = /^postmaster was shut down/;
/** Citus has not connected to the node, so the statement was not executed there. */
const NODE_AWAY =
  /^(connection to the remote node .* failed with the following error: (Connection refused|No route to host|timeout expired|FATAL: +(the database system is|sorry, too many clients|remaining connection slots))|could not establish any connections to the node )/;
const NODE_LOST = /^connection to the remote node /;
const LOCK_NOT_AVAILABLE = '55P03';
/**
 * Failures of the server or its state; the statement had no effect: read-only, cancelled or timed out, classes 53 and
 * 58 (disk, memory, connections, I/O), a plan or table that recovery does not allow, the account deleted during its
 * request (the next one is rejected for its key), missing rights of our user, and a column, function or table that the
 * migration of a release too new for this one has removed.
 */
const SERVER_FAILURE = /^(25006|57014|53|58|0A000|23503|42501|42703|42883|42P01)/;

/** Tells what is known of a failed statement. */
export function classifyError(error: unknown): Error {
  if (!(error instanceof pg.DatabaseError))
    return new ConnectionLostError('the connection broke', { cause: error });
  const code = error.code ?? '';
  if (NODE_AWAY.test(error.message)) {
    const [line = ''] = error.message.split('\n', 1);
    return new UnavailableError(line, { cause: error });
  }
  if (NODE_LOST.test(error.message)) return new NodeLostError(error.message, { cause: error });
  if (SESSION_ENDED.test(code) || CITUS_ENDED.test(error.message))
    return new ConnectionLostError('the session was ended', { cause: error });
  if (code === LOCK_NOT_AVAILABLE) return new RowLockedError(error.message, { cause: error });
  if (ROLLED_BACK.includes(code)) return new RolledBackError(error.message, { cause: error });
  return SERVER_FAILURE.test(code) ? new UnavailableError(error.message, { cause: error }) : error;
}

/**
 * Explains to the operator why a connection failed. The codes come from the operating system, Node's TLS and
 * PostgreSQL; PostgreSQL's messages are not shown where possible, because they may be in the server's language.
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
      // pg_hba.conf matches address, database, user and TLS; the error does not tell which of them failed.
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
      switch (message) {
        case NO_TLS_MESSAGE:
          return 'offers no TLS. Turn it on there with `ssl = on`, or say ?sslmode=disable';
        case CONNECT_TIMEOUT_MESSAGE:
          return 'does not answer in time. Check its host and the network, or, if it is behind a pooler, raise the `default_pool_size` of that';
        default:
          return explainNodeError(message) ?? `cannot be used: ${message}`;
      }
  }
}

function explainNodeError(message: string): string | undefined {
  const [, node] =
    /^(?:connection to the remote|could not establish any connections to the) node (?:\S*@)?(\S+)/.exec(
      message,
    ) ?? [];
  return node && `does not reach its node ${node}. Start that, or look at the network between the nodes`;
}
