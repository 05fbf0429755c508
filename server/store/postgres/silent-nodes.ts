import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { UnavailableError } from '../../errors/unavailable-error.ts';
import type { Statement } from '../database.ts';
import type { ConnectionPool, Work } from './connection-pool.ts';
import { ConnectionLostError, NodeLostError, RolledBackError, RowLockedError } from './postgres-errors.ts';

/** How long a statement waits, without a connection, for the outcome of the one that is tried: its node may only be slow. */
const TRIAL_WAIT_MS = 1_000;
/** Accounts whose node is remembered while one is silent. */
const MAX_KNOWN_ACCOUNTS = 100_000;

/** Read from the metadata that each node has; its value is the node's group, which a standby in its place keeps. */
const FIND_NODE: Statement = {
  name: 'findNode',
  text: `SELECT groupid AS node FROM pg_dist_placement
    WHERE shardid = get_shard_id_for_distribution_column('account', $1::text)`,
};

/** Returns the account whose rows a statement is about, if it is about one. */
export type FindAccount = () => string | undefined;

class NodeSilentError extends UnavailableError {
  override name = 'NodeSilentError';
  readonly trial: Promise<unknown>;

  constructor(node: number, trial: Promise<unknown>) {
    super(`the node of the account does not answer: that of group ${node} in pg_dist_node`);
    this.trial = trial;
  }
}

/**
 * Keeps the connections of an instance from a node of Citus that is silent: statements wait for it, and those of all
 * other accounts for a connection. Once one is late, statements of that node's accounts are refused, but for one at a
 * time, until one is answered.
 */
export class SilentNodes {
  readonly #lookups: ConnectionPool;
  readonly #silent = new Set<number>();
  readonly #trials = new Map<number, Promise<unknown>>();
  readonly #nodes = new Map<string, number | undefined>();

  /** `lookups` is used for nothing else, because each of the other connections may wait for a silent node. */
  constructor(lookups: ConnectionPool) {
    this.#lookups = lookups;
  }

  has(node: number): boolean {
    return this.#silent.has(node);
  }

  /** Lends a connection of the pool as `pool.lend` does. */
  async lend<Result>(
    pool: ConnectionPool,
    work: Work<Result>,
    findAccount: FindAccount = () => undefined,
  ): Promise<Result> {
    const lend = async () => {
      let lateNode: Promise<number | undefined> | undefined;
      const noteLate = () => {
        lateNode = this.#noteLate(findAccount());
      };
      const result = await pool.lend((client) => this.#run(client, work, findAccount), noteLate);
      lateNode?.then((node) => this.#noteAnswer(node));
      return result;
    };
    return lend().catch(async (error) => {
      if (!(error instanceof NodeSilentError)) throw error;
      await Promise.race([error.trial.catch(() => {}), pause(TRIAL_WAIT_MS)]);
      return lend();
    });
  }

  close(): Promise<void> {
    return this.#lookups.close();
  }

  async #run<Result>(client: pg.Client, work: Work<Result>, findAccount: FindAccount): Promise<Result> {
    const node = this.#silent.size === 0 ? undefined : await this.#findNode(findAccount());
    if (node === undefined || !this.#silent.has(node)) return work(client);
    const other = this.#trials.get(node);
    if (other !== undefined) throw new NodeSilentError(node, other);
    const trial = work(client);
    this.#trials.set(node, trial);
    try {
      const result = await trial;
      this.#noteAnswer(node);
      return result;
    } catch (error) {
      if (isAnswer(error)) this.#noteAnswer(node);
      throw error;
    } finally {
      this.#trials.delete(node);
    }
  }

  async #noteLate(account: string | undefined): Promise<number | undefined> {
    if (this.#silent.size === 0) this.#nodes.clear();
    const node = await this.#findNode(account);
    if (node !== undefined) this.#silent.add(node);
    return node;
  }

  #noteAnswer(node: number | undefined): void {
    if (node !== undefined) this.#silent.delete(node);
  }

  /** Undefined if that cannot be told. */
  async #findNode(account: string | undefined): Promise<number | undefined> {
    if (account === undefined) return undefined;
    if (this.#nodes.has(account)) return this.#nodes.get(account);
    const find = (client: pg.Client) => client.query({ ...FIND_NODE, values: [account] });
    const found = await this.#lookups.lend(find).catch(() => undefined);
    if (found === undefined) return undefined;
    const node = found.rows[0]?.node as number | undefined;
    if (this.#nodes.size >= MAX_KNOWN_ACCOUNTS) this.#nodes.clear();
    this.#nodes.set(account, node);
    return node;
  }
}

/** Whether the node has answered, although the statement failed. */
const isAnswer = (error: unknown): boolean =>
  error instanceof RowLockedError ||
  error instanceof RolledBackError ||
  !(
    error instanceof UnavailableError ||
    error instanceof ConnectionLostError ||
    error instanceof NodeLostError
  );
