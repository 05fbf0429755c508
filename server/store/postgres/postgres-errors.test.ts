import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { classifyError } from './postgres-errors.ts';

function databaseError(code: string): Error {
  const error = new pg.DatabaseError(`error ${code}`, 0, 'error');
  error.code = code;
  return error;
}

for (const [name, code, expected] of [
  ['a pooler that lost the database', '08006', 'ConnectionLostError'],
  ['a protocol violation behind a pooler', '08P01', 'ConnectionLostError'],
  ['an ended session', '57P01', 'ConnectionLostError'],
  ['a transaction that took too long', '25P04', 'ConnectionLostError'],
  ['a deadlock', '40P01', 'RolledBackError'],
  ['an unknown prepared statement', '26000', 'RolledBackError'],
  ['a lock timeout', '55P03', 'RowLockedError'],
  ['a full disk', '53100', 'UnavailableError'],
  ['a read-only server', '25006', 'UnavailableError'],
  ['a column that a newer release has removed', '42703', 'UnavailableError'],
  ['a table that a newer release has removed', '42P01', 'UnavailableError'],
  ['a bug of ours', '42601', 'error'],
] as const)
  test(`${name} (${code}) is classified as ${expected}`, () =>
    assert.equal(classifyError(databaseError(code)).name, expected));

for (const [name, message, expected] of [
  [
    'a node that Citus loses',
    'connection to the remote node u@h:1 failed with the following error: connection not open',
    'NodeLostError',
  ],
  [
    'a node where nothing listens',
    'connection to the remote node u@h:1 failed with the following error: Connection refused\n\tIs it running?',
    'UnavailableError',
  ],
  [
    'a node that starts up',
    'connection to the remote node u@h:1 failed with the following error: FATAL:  the database system is starting up',
    'UnavailableError',
  ],
  [
    'a node that is silent',
    'could not establish any connections to the node h:1 after 1000 ms',
    'UnavailableError',
  ],
  ['a session of Citus whose server was killed', 'postmaster was shut down, exiting', 'ConnectionLostError'],
] as const)
  test(`${name} is classified as ${expected}`, () =>
    assert.equal(classifyError(new pg.DatabaseError(message, 0, 'error')).name, expected));

test('an error that is not from PostgreSQL counts as a lost connection', () =>
  assert.equal(classifyError(new Error('ECONNRESET')).name, 'ConnectionLostError'));
