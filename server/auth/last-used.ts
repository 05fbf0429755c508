import { APP_IDLE_MS } from '../account-limits.ts';
import { UnavailableError } from '../errors/unavailable-error.ts';
import { isFuture } from '../store/clock-jump.ts';
import { type Database, defineStatements, requiredStep, step, succeeds } from '../store/database.ts';
import type { KeyStatus } from '../store/stored-account.ts';

/** A use within this time of the stored one is not written. What is stored further ahead was by a wrong clock. */
const RESOLUTION_MS = 60_000;
const FLUSH_DELAY_MS = 500;
/** Each is a transaction of its own, which locks one key. Those of the next flush wait. */
const WRITES_AT_ONCE = 4;

/** The key of an app expires some time after its last use; one that has ended stays so. */
const NOTE_USE = `UPDATE api_key SET last_used_at = $3,
    expires_at = CASE WHEN renewable_until IS NULL OR expires_at <= $3 THEN expires_at
      WHEN renewable_until < $3 + ${APP_IDLE_MS} THEN renewable_until ELSE $3 + ${APP_IDLE_MS} END
  WHERE account_id = $1 AND key_id = $2`;

export const STATEMENTS = defineStatements({
  noteKeyUse: `${NOTE_USE} AND (last_used_at IS NULL OR last_used_at < $3 OR ${isFuture('last_used_at', '$3')})`,
  /** Changes nothing if the key has another secret than that of the digest $4. */
  noteFirstUse: `${NOTE_USE} AND digest = $4`,
});

/** Tracks when each key was last used, to the minute. Requests wait only for the first use of an app's key to be written. */
export class LastUsedTracker {
  #pending = new Map<string, { accountId: string; at: number }>();
  readonly #inFlight = new Set<string>();
  #lastWrite = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  record(
    { keyId, accountId, lastUsedAt }: Pick<KeyStatus, 'keyId' | 'accountId' | 'lastUsedAt'>,
    now: number,
  ): void {
    const isRecent = lastUsedAt !== null && Math.abs(now - lastUsedAt) < RESOLUTION_MS;
    if (isRecent || this.#inFlight.has(keyId)) return;
    this.#pending.set(keyId, { accountId, at: now });
    this.#timer ??= setTimeout(() => this.flush(), FLUSH_DELAY_MS).unref();
  }

  /**
   * Stores the first use of an app's key before its request is answered: from then on the app gets no other secret. False
   * if it has one already.
   */
  async storeFirst(
    { keyId, accountId }: Pick<KeyStatus, 'keyId' | 'accountId'>,
    digest: string,
    now: number,
  ): Promise<boolean> {
    const note = requiredStep(STATEMENTS.noteFirstUse, accountId, keyId, now, digest);
    try {
      return await succeeds(this.#database.write('noteFirstUse', [note]));
    } catch (error) {
      // The request can be repeated whether the note was stored or not: it has done nothing yet.
      throw new UnavailableError('the first use of a key could not be stored', { cause: error });
    }
  }

  /** Resolves when every recorded use is written. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#pending.size > 0) {
      const uses = this.#pending;
      for (const keyId of uses.keys()) this.#inFlight.add(keyId);
      this.#lastWrite = this.#lastWrite.then(() => this.#write(uses));
      this.#pending = new Map();
    }
    await this.#lastWrite;
  }

  /** Flushes, but drops what the store has not written by the timeout. */
  async close(timeoutMs: number): Promise<void> {
    const timeout = Promise.withResolvers<void>();
    const timer = setTimeout(timeout.resolve, timeoutMs);
    await Promise.race([this.flush(), timeout.promise]);
    clearTimeout(timer);
  }

  async #write(uses: ReadonlyMap<string, { accountId: string; at: number }>): Promise<void> {
    const left = uses.entries();
    const writeAll = async () => {
      for (const [keyId, { accountId, at }] of left) {
        const note = step(STATEMENTS.noteKeyUse, accountId, keyId, at);
        // A lost last use must not fail a request.
        await this.#database.write('noteKeyUse', [note]).catch(() => {});
        this.#inFlight.delete(keyId);
      }
    };
    await Promise.all(Array.from({ length: WRITES_AT_ONCE }, writeAll));
  }
}
