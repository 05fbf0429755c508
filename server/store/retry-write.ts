import { UnavailableError } from '../errors/unavailable-error.ts';

/** Other writers may be first this often before a write gives up. */
const MAX_ATTEMPTS = 200;

/** Reads, decides and writes again until it is done: undefined says that another writer was first. */
export async function retryWrite<Written>(write: () => Promise<Written | undefined>): Promise<Written> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const written = await write();
    if (written !== undefined) return written;
  }
  throw new UnavailableError(`${MAX_ATTEMPTS} other writers were first`);
}
