import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { UserError } from '../../errors/user-error.ts';
import { destroyClient } from './connect-postgres.ts';
import { NotPrimaryError } from './postgres-errors.ts';

/** How long other hosts may still answer after the first primary was found, in case that one is a former primary. */
const FURTHER_HOSTS_MS = 300;

/** libpq's words for servers that the service can write to. */
const WRITABLE = ['read-write', 'primary'] as const;
export type TargetSession = (typeof WRITABLE)[number];

const READ_ROLE = `SELECT pg_is_in_recovery() AS "isStandby", current_setting('transaction_read_only')::boolean AS "isReadOnly"`;
/** A promoted standby is on a higher timeline than its former primary. A standby writes to none. */
const TIMELINE = `CASE WHEN NOT pg_is_in_recovery()
  THEN ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer END AS timeline`;

export interface PostgresHost {
  /** Such as `db.example:5432`. */
  readonly name: string;
  /** Connects and runs `setUp`, both within the time that connecting may take. */
  readonly connect: (setUp: (client: pg.Client) => Promise<unknown>) => Promise<pg.Client>;
}

/** Removes `target_session_attrs` from the address. Undefined takes any server. */
export function takeTargetSession(url: URL, hostCount: number): TargetSession | undefined {
  const text = url.searchParams.get('target_session_attrs') ?? (hostCount > 1 ? 'read-write' : 'any');
  url.searchParams.delete('target_session_attrs');
  if (text === 'any' && hostCount === 1) return undefined;
  const word = WRITABLE.find((one) => one === text);
  if (word === undefined)
    throw new UserError(
      `?target_session_attrs= in ROLLBOOK_DATABASE must be ${WRITABLE.join(' or ')}, because Rollbook writes, not ${text}.`,
    );
  return word;
}

/**
 * Connects to the primary among several hosts, and looks for it again when it no longer takes connections. Of two
 * primaries the one on the higher timeline counts; all connections to the other one are closed.
 */
export class PrimaryConnector {
  readonly #hosts: readonly PostgresHost[];
  readonly #target: TargetSession;
  readonly #explain: (error: unknown) => string;
  /**
   * Shared by all who connect, until a connection to the host fails or breaks. A former primary may still accept
   * connections: its commits wait for a standby in vain, and the pools destroy the connection.
   */
  #primary: Promise<PostgresHost> | undefined;
  #timeline = 0;
  /** Open connections and the timeline of their server. */
  readonly #timelines = new Map<pg.Client, number>();

  constructor(hosts: readonly PostgresHost[], target: TargetSession, explain: (error: unknown) => string) {
    this.#hosts = hosts;
    this.#target = target;
    this.#explain = explain;
  }

  async connect(sql: string): Promise<pg.Client> {
    this.#primary ??= this.#findPrimary();
    const primary = this.#primary;
    try {
      const client = await this.#connectTo(await primary, sql);
      client.once('error', () => this.#forget(primary));
      return client;
    } catch (error) {
      this.#forget(primary);
      throw error;
    }
  }

  #forget(primary: Promise<PostgresHost>): void {
    if (this.#primary === primary) this.#primary = undefined;
  }

  async #findPrimary(): Promise<PostgresHost> {
    const [only] = this.#hosts as [PostgresHost];
    if (this.#hosts.length === 1) return only;
    let newest: { host: PostgresHost; timeline: number } | undefined;
    const attempts = this.#hosts.map(async (host) => {
      let timeline = 0;
      const client = await host.connect(async (connected) => {
        timeline = await this.#readTimeline(connected);
      });
      if (newest === undefined || timeline > newest.timeline) newest = { host, timeline };
      await client.end();
    });
    await Promise.any(attempts).catch(({ errors }: AggregateError) => {
      const reasons = this.#hosts.map(({ name }, i) => `${name} ${this.#explain(errors[i])}`);
      throw new Error(`none of its hosts is the primary. ${reasons.join('; ')}`);
    });
    await Promise.race([Promise.allSettled(attempts), pause(FURTHER_HOSTS_MS, undefined, { ref: false })]);
    return (newest as unknown as { host: PostgresHost }).host;
  }

  async #connectTo(host: PostgresHost, sql: string): Promise<pg.Client> {
    let timeline = 0;
    const client = await host.connect(async (connected) => {
      timeline = await this.#readTimeline(connected);
      await connected.query(sql);
    });
    // Another connection may have found a newer primary meanwhile.
    if (timeline < this.#timeline) {
      destroyClient(client);
      throw new NotPrimaryError('it is a former primary');
    }
    this.#timelines.set(client, timeline);
    client.once('end', () => this.#timelines.delete(client));
    if (this.#target === 'read-write') closeWhenReadOnly(client);
    return client;
  }

  /** Throws unless the server takes writes and no newer primary is known. */
  async #readTimeline(client: pg.Client): Promise<number> {
    const { rows } = await client.query(
      `${READ_ROLE}, ${this.#hosts.length > 1 ? TIMELINE : '0 AS timeline'}`,
    );
    const { isStandby, isReadOnly, timeline } = rows[0];
    if (isStandby) throw new NotPrimaryError('it is a standby');
    if (isReadOnly && this.#target === 'read-write') throw new NotPrimaryError('it is read-only');
    if (timeline < this.#timeline) throw new NotPrimaryError('it is a former primary');
    if (timeline > this.#timeline) {
      this.#timeline = timeline;
      for (const [older, itsTimeline] of this.#timelines) if (itsTimeline < timeline) destroyClient(older);
    }
    return timeline;
  }
}

/**
 * Closes the connection when new transactions of its session become read-only. What throws in the driver's parser drops
 * the rest of the packet: with it the driver would return what was read, which a new primary has to answer.
 */
function closeWhenReadOnly({ connection }: pg.Client): void {
  const { stream } = connection;
  connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
    if (parameterName === 'default_transaction_read_only' && parameterValue === 'on')
      throw new Error('the server became read-only');
  });
  // The parser is a listener of the socket, where an exception would end the process.
  const [parse] = stream.listeners('data') as [(data: Buffer) => void];
  stream.off('data', parse).on('data', (data: Buffer) => {
    try {
      parse(data);
    } catch (error) {
      stream.destroy(error as Error);
    }
  });
}
