import pg from 'pg';
import { cleanUpAtEnd } from '../cleanup.ts';
import { until } from '../until.ts';
import { CHANGE_TIMEOUT_MS, type PatroniCluster } from './patroni-cluster.ts';

const INTERVAL_MS = 100;
const ATTEMPT_TIMEOUT_MS = 2_000;

/** Tries a commit on all machines every 100 ms, as any program could. */
export class DirectWrites {
  readonly #urls: readonly string[];
  readonly #commits: { startedAt: number; endedAt: number }[] = [];
  readonly #attempts = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;

  constructor({ nodes }: PatroniCluster) {
    this.#urls = nodes.map(({ url }) => url);
    this.#timer = setInterval(() => {
      for (const url of this.#urls) {
        const attempt = this.#attempt(url).finally(() => this.#attempts.delete(attempt));
        this.#attempts.add(attempt);
      }
    }, INTERVAL_MS);
    cleanUpAtEnd(() => this.stop());
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#attempts);
  }

  /** Waits for a commit that began after `from`, and returns when it ended. */
  async untilCommitted(from: number): Promise<number> {
    const find = () => this.#commits.find(({ startedAt }) => startedAt > from);
    await until('a machine takes writes', async () => find() !== undefined, {
      within: CHANGE_TIMEOUT_MS,
      every: 50,
    });
    return (find() as { endedAt: number }).endedAt;
  }

  /** The longest time after `from` without the end of a commit that began after it. */
  longestPause(from: number): number {
    const ends = this.#commits.filter(({ startedAt }) => startedAt > from).map(({ endedAt }) => endedAt);
    const times = [from, ...ends.sort((a, b) => a - b)];
    return Math.max(...times.slice(1).map((time, i) => time - (times[i] as number)));
  }

  async #attempt(connectionString: string): Promise<void> {
    const startedAt = performance.now();
    const client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: ATTEMPT_TIMEOUT_MS,
      query_timeout: ATTEMPT_TIMEOUT_MS,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(`SELECT pg_logical_emit_message(true, 'test', '')`);
      this.#commits.push({ startedAt, endedAt: performance.now() });
    } catch {
      // A standby, or not reachable.
    } finally {
      await client.end().catch(() => {});
    }
  }
}
