import { UnavailableError } from '../errors/unavailable-error.ts';

/**
 * What follows a write that is on disk. An UnavailableError says that nothing was processed, which is no longer true, so
 * the caller is told that the outcome is unknown.
 */
export async function asUnknownOutcome<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    throw new Error(`after a write: ${error.message}`, { cause: error });
  }
}
