import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { classifyError, endsSession, isRowError } from './postgres-errors.ts';

function databaseError(code: string): Error {
  const error = new pg.DatabaseError(`error ${code}`, 0, 'error');
  error.code = code;
  return error;
}

/** The class of each error before the statement completed, and after it, when only the commit was missing. */
const cases: [name: string, code: string, before: string, after: string][] = [
  ['a pooler that lost the database', '08006', 'ConnectionLostError', 'ConnectionLostError'],
  ['a protocol violation behind a pooler', '08P01', 'ConnectionLostError', 'ConnectionLostError'],
  ['an ended session', '57P01', 'UnavailableError', 'ConnectionLostError'],
  ['a transaction that took too long', '25P04', 'UnavailableError', 'ConnectionLostError'],
  ['a deadlock', '40P01', 'RolledBackError', 'RolledBackError'],
  ['an unknown prepared statement', '26000', 'RolledBackError', 'RolledBackError'],
  ['a lock timeout', '55P03', 'RowLockedError', 'RowLockedError'],
  ['a full disk', '53100', 'UnavailableError', 'UnavailableError'],
  ['a read-only server', '25006', 'UnavailableError', 'UnavailableError'],
  ['a column that a newer release has removed', '42703', 'UnavailableError', 'UnavailableError'],
  ['a table that a newer release has removed', '42P01', 'UnavailableError', 'UnavailableError'],
  ['a bug of ours', '42601', 'error', 'error'],
];
for (const [name, code, before, after] of cases)
  test(`${name} (${code}) is classified as ${before}, and after the statement completed as ${after}`, () =>
    assert.deepEqual(
      [classifyError(databaseError(code), false).name, classifyError(databaseError(code), true).name],
      [before, after],
    ));

test('an error that is not from PostgreSQL counts as a lost connection and ends the session', () => {
  const broken = new Error('ECONNRESET');
  assert.equal(classifyError(broken, false).name, 'ConnectionLostError');
  assert.equal(endsSession(broken), true);
});

test('only errors of an ended or lost session end the session', () =>
  assert.deepEqual(
    ['57P01', '25P03', '08006', '40001', '55P03', '23514'].filter((code) => endsSession(databaseError(code))),
    ['57P01', '25P03', '08006'],
  ));

test('only lock, value and constraint errors are row errors', () =>
  assert.deepEqual(
    ['55P03', '22003', '23514', '40P01', '53100', '57014'].filter((code) => isRowError(databaseError(code))),
    ['55P03', '22003', '23514'],
  ));
