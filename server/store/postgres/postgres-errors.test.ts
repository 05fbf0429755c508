import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { classifyError, endsSession, isRowError } from './postgres-errors.ts';

function fault(code: string): Error {
  const error = new pg.DatabaseError(`fault ${code}`, 0, 'error');
  error.code = code;
  return error;
}

/** What is known before the end of the statement was heard, and after it: only its commit was still to come. */
const cases: [what: string, code: string, before: string, after: string][] = [
  ['a pooler that lost the database', '08006', 'ConnectionLostError', 'ConnectionLostError'],
  ['a protocol violation behind a pooler', '08P01', 'ConnectionLostError', 'ConnectionLostError'],
  ['a session that was ended', '57P01', 'UnavailableError', 'ConnectionLostError'],
  ['a transaction that took too long', '25P04', 'UnavailableError', 'ConnectionLostError'],
  ['a deadlock', '40P01', 'RolledBackError', 'RolledBackError'],
  ['a statement that the connection does not know', '26000', 'RolledBackError', 'RolledBackError'],
  ['a lock not had', '55P03', 'RowLockedError', 'RowLockedError'],
  ['a full disk', '53100', 'UnavailableError', 'UnavailableError'],
  ['a read-only server', '25006', 'UnavailableError', 'UnavailableError'],
  ['a defect of ours', '42601', 'error', 'error'],
];
for (const [what, code, before, after] of cases)
  test(`${what} (${code}): ${before}, and with its end heard ${after}`, () =>
    assert.deepEqual(
      [classifyError(fault(code), false).name, classifyError(fault(code), true).name],
      [before, after],
    ));

test('what did not come from the database is lost, and its session with it', () => {
  const broken = new Error('ECONNRESET');
  assert.equal(classifyError(broken, false).name, 'ConnectionLostError');
  assert.equal(endsSession(broken), true);
});

test('a session is over when it was ended or lost, and not by a fault of a statement', () =>
  assert.deepEqual(
    ['57P01', '25P03', '08006', '40001', '55P03', '23514'].filter((code) => endsSession(fault(code))),
    ['57P01', '25P03', '08006'],
  ));

test('a lock, a value and a rule are of one row, and nothing else is', () =>
  assert.deepEqual(
    ['55P03', '22003', '23514', '40P01', '53100', '57014'].filter((code) => isRowError(fault(code))),
    ['55P03', '22003', '23514'],
  ));
