import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnavailableError } from '../errors/unavailable-error.ts';
import { asUnknownOutcome } from './unknown-outcome.ts';

test('a database that is unavailable after a write is no promise that nothing was written', async () => {
  const unavailable = new UnavailableError('the connection is lost');
  await assert.rejects(
    asUnknownOutcome(() => Promise.reject(unavailable)),
    (error: Error) => !(error instanceof UnavailableError) && error.cause === unavailable,
  );
});

test('other results and errors after a write stay as they are', async () => {
  assert.equal(await asUnknownOutcome(async () => 1), 1);
  const defect = new TypeError('a defect');
  await assert.rejects(
    asUnknownOutcome(() => Promise.reject(defect)),
    (error) => error === defect,
  );
});
