import assert from 'node:assert/strict';
import { isRollbookError, type RollbookError } from '../../client/index.ts';

/** The error with which a call of the client fails. */
export const failure = (promise: Promise<unknown>): Promise<RollbookError> =>
  promise.then(
    () => assert.fail('nothing failed'),
    (error) => (isRollbookError(error) ? error : assert.fail(String(error))),
  );
