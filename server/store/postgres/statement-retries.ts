import { UnavailableError } from '../../errors/unavailable-error.ts';

import type { Result } from './batch-query.ts';
import { ConnectionLostError, RolledBackError } from './postgres-errors.ts';

/** How often a statement or transaction is sent that PostgreSQL rolled back because of a concurrent one. */
const MAX_ATTEMPTS = 5;

/** Sends a statement or transaction again while PostgreSQL rolls it back. */
export async function retryRolledBack<T>(send: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof RolledBackError)) throw error;
      if (attempt === MAX_ATTEMPTS) throw new UnavailableError(error.message, { cause: error });
    }
  }
}

/** Sends a read a second time, on another connection, if the first one broke: a read changes nothing. */
export async function retryRead(send: () => Promise<Result>): Promise<Result> {
  try {
    return await retryRolledBack(send);
  } catch (error) {
    if (!(error instanceof ConnectionLostError)) throw error;
    return retryRolledBack(send).catch(throwUnavailable);
  }
}

/** For statements whose request surely was not processed if the connection broke: the caller may send it again. */
export function throwUnavailable(error: Error): never {
  throw error instanceof ConnectionLostError ? new UnavailableError(error.message, { cause: error }) : error;
}
