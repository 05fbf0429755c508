import type pg from 'pg';
import { UnavailableError } from '../../errors/unavailable-error.ts';
import { destroyClient } from './driver-internals.ts';
import { ConnectionLostError, classifyError, endsSession } from './postgres-errors.ts';

/**
 * Runs `work` in a transaction of the client. Commits unless `work` throws or returns false. Throws an
 * UnavailableError only if surely nothing was committed.
 */
export async function runTransaction<Result>(
  client: pg.Client,
  work: (client: pg.Client) => Promise<Result>,
  begin = 'BEGIN',
): Promise<Result> {
  let isCommitting = false;
  try {
    await client.query(begin);
    const result = await work(client);
    isCommitting = result !== false;
    await client.query(isCommitting ? 'COMMIT' : 'ROLLBACK');
    return result;
  } catch (error) {
    if (endsSession(error)) destroyClient(client);
    else await client.query('ROLLBACK').catch(() => destroyClient(client));
    const reason = classifyError(error, isCommitting);
    throw reason instanceof ConnectionLostError && !isCommitting
      ? new UnavailableError(reason.message, { cause: error })
      : reason;
  }
}
