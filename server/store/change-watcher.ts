import { AsyncResource } from 'node:async_hooks';
import { type Database, defineStatements, readOne } from './database.ts';

/**
 * How often the database is asked on behalf of all who wait. A follower of a roster that a tool is just writing gets a
 * burst of changes in one answer: one for each change would use up the reads of the account.
 */
const LOOK_INTERVAL_MS = 1_250;

export const STATEMENTS = defineStatements({
  readLastNumber: 'SELECT last_number AS "lastNumber" FROM history WHERE account_id = $1',
  /** One read for all who wait, by their keys. A key that has ended is not in it. $3 tells PostgreSQL how many they are. */
  readLastNumbers: `SELECT k.key_id AS "keyId", coalesce(h.last_number, 0) AS "lastNumber"
    FROM (SELECT key, value FROM json_each($1) LIMIT $3) AS w
      CROSS JOIN api_key AS k JOIN account AS a ON a.account_id = k.account_id
      LEFT JOIN history AS h ON h.account_id = k.account_id
    WHERE k.account_id = w.value ->> 'account' AND k.key_id = w.key
      AND k.revoked_at IS NULL AND k.expires_at > $2 AND a.status = 'active'`,
});

/** Who waits, and for a change after which number. */
export interface Watch {
  readonly accountId: string;
  readonly keyId: string;
  readonly after: number;
}

/**
 * Tells of the changes of accounts within a second or so of their commit, whichever instance or command has made them.
 * Nothing is read while nobody waits, and who waits holds no connection.
 */
export class ChangeWatcher {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #waiting = new Map<Watch, () => void>();
  /** In the context of no request, whose trace would have the reads for all others. */
  readonly #lookForAll = AsyncResource.bind(() => this.#look());
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /**
   * Resolves once there is a change after the number, the key has ended, the signal is aborted, or nobody is to wait any
   * more; to false where there was nothing to wait for.
   */
  async wait(watch: Watch, signal: AbortSignal): Promise<boolean> {
    const { accountId, after } = watch;
    const waited = Promise.withResolvers<void>();
    const wake = () => waited.resolve();
    // First, so that a stop finds it.
    this.#waiting.set(watch, wake);
    signal.addEventListener('abort', wake, { once: true });
    try {
      const found = await readOne<{ lastNumber: number }>(
        this.#database,
        STATEMENTS.readLastNumber,
        accountId,
      );
      if ((found?.lastNumber ?? 0) !== after || signal.aborted || this.#isStopped) return false;
      this.#timer ??= setTimeout(this.#lookForAll, LOOK_INTERVAL_MS).unref();
      await waited.promise;
      return true;
    } finally {
      this.#waiting.delete(watch);
      signal.removeEventListener('abort', wake);
    }
  }

  /** Lets all who wait go on. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    for (const wake of this.#waiting.values()) wake();
  }

  async #look(): Promise<void> {
    const watches = [...this.#waiting];
    // While the database does not answer, there is nothing to tell.
    await this.#readLastNumbers(watches.map(([watch]) => watch)).then(
      (lastNumbers) => {
        for (const [{ keyId, after }, wake] of watches) if (lastNumbers.get(keyId) !== after) wake();
      },
      () => {},
    );
    this.#timer =
      this.#waiting.size === 0 || this.#isStopped
        ? undefined
        : setTimeout(this.#lookForAll, LOOK_INTERVAL_MS).unref();
  }

  async #readLastNumbers(watches: readonly Watch[]): Promise<Map<string, number>> {
    const rows = await this.#database.read<{ keyId: string; lastNumber: number }>(
      STATEMENTS.readLastNumbers,
      JSON.stringify(
        Object.fromEntries(watches.map(({ keyId, accountId: account }) => [keyId, { account }])),
      ),
      this.#now(),
      watches.length,
    );
    return new Map(rows.map(({ keyId, lastNumber }) => [keyId, lastNumber]));
  }
}
