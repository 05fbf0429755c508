import { UnavailableError } from '../errors/unavailable-error.ts';
import { generateId } from '../secrets.ts';
import { findAccount } from './find-accounts.ts';
import type { Store } from './store.ts';

const MAX_ATTEMPTS = 20;
/** A node that is silent is waited for at each attempt. */
const MAX_ATTEMPTS_MS = 2_000;

/**
 * Generates another one while the node on which the row of its key would be is away. A distributed database spreads all
 * keys alike, so that is where an account of this ID would be. Any other database has no node to choose, and is not asked.
 */
export async function generateReachable<T>(
  store: Pick<Store, 'database'>,
  generate: () => T,
  keyOf: (generated: T) => string,
): Promise<T> {
  if (!store.database.isDistributed) return generate();
  const deadline = performance.now() + MAX_ATTEMPTS_MS;
  for (let attempt = 1; ; attempt += 1) {
    const generated = generate();
    try {
      await findAccount(store, keyOf(generated));
      return generated;
    } catch (error) {
      const isLast = attempt === MAX_ATTEMPTS || performance.now() > deadline;
      if (isLast || !(error instanceof UnavailableError)) throw error;
    }
  }
}

/** The ID of a new account. */
export const generateAccountId = (store: Pick<Store, 'database'>): Promise<string> =>
  generateReachable(
    store,
    () => generateId('acc'),
    (accountId) => accountId,
  );
