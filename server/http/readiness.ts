import { UnavailableError } from '../errors/unavailable-error.ts';
import type { Store } from '../store/store.ts';

/** How long callers share an outcome: they need no key, and each probe syncs the disk. */
const SHARED_MS = 250;
/** A probe that takes longer waits for a lock or a sync that hangs. */
const PROBE_TIMEOUT_MS = 2_000;

/**
 * The probe of /readyz: whether the store reads and makes a write durable, which is `probe` in sqlite-statements.ts
 * and `PROBE` in postgres-statements.ts. One probe at a time, for all who ask.
 */
export function createReadinessProbe(
  store: Pick<Store, 'ready'>,
  isStopping: () => boolean,
): () => Promise<void> {
  let outcome: Promise<void> | undefined;
  return async () => {
    if (isStopping()) throw new UnavailableError('the server is stopping');
    outcome ??= probe(store).finally(() => {
      setTimeout(() => {
        outcome = undefined;
      }, SHARED_MS).unref();
    });
    return outcome;
  };
}

async function probe(store: Pick<Store, 'ready'>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new UnavailableError(`no write was made durable within ${PROBE_TIMEOUT_MS} ms`);
    timer = setTimeout(() => reject(error), PROBE_TIMEOUT_MS);
  });
  await Promise.race([store.ready(), late]).finally(() => clearTimeout(timer));
}
