import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { query } from '../database.ts';
import { until } from '../until.ts';
import { kill, type Machine, type MachineOptions } from './network.ts';

const FILES = join(import.meta.dirname, '../../ops/patroni');
const BIN = '/usr/lib/postgresql/15/bin';
/** For a start, a failover or the return of a machine. */
export const CHANGE_TIMEOUT_MS = 120_000;

/** A machine with etcd and Patroni, as docs/patroni.md sets it up. */
export const DATABASE_MACHINE: Omit<MachineOptions, 'host'> = {
  folders: { '/var/lib/etcd': 'etcd', '/var/lib/postgresql': 'postgres', '/run/postgresql': 'postgres' },
};

/** The `skip` option of tests that need machines and Debian's packages: a sentence if something is missing. */
export function missingForPatroni(): string | false {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'Network namespaces need root on Linux.';
  const packages = { ip: 'iproute2', patroni: 'patroni', etcd: 'etcd-server', psql: 'postgresql-client-15' };
  const missing = Object.entries(packages)
    .filter(([command]) => spawnSync('sh', ['-c', `command -v ${command}`]).status !== 0)
    .map(([, name]) => name);
  if (!existsSync(BIN)) missing.push('postgresql-15');
  return missing.length > 0 && `These Debian packages are missing: ${missing.join(', ')}.`;
}

/** The settings in one of the .env files as one machine has it: the first block names db1 and its address. */
function readSettings(file: string, { name, address }: Machine): Record<string, string> {
  const [own = '', shared = ''] = readFileSync(join(FILES, file), 'utf8').split('\n\n');
  const text = `${own.replaceAll('db1', name).replaceAll('198.51.100.11', address)}\n${shared}`;
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
}

export class DatabaseNode {
  readonly machine: Machine;
  /** The address for the superuser. */
  readonly url: string;
  #etcd: ChildProcess | undefined;
  #patroni: ChildProcess | undefined;

  constructor(machine: Machine) {
    this.machine = machine;
    const password = readSettings('patroni.env', machine).PATRONI_SUPERUSER_PASSWORD;
    this.url = `postgres://postgres:${password}@${machine.address}:5432/postgres`;
  }

  get name(): string {
    return this.machine.name;
  }

  startEtcd(): void {
    this.#etcd = this.machine.run('etcd', ['etcd'], readSettings('etcd.env', this.machine));
  }

  startPatroni(): void {
    const command = ['patroni', join(FILES, 'patroni.yml')];
    this.#patroni = this.machine.run('postgres', command, readSettings('patroni.env', this.machine));
  }

  killEtcd(): Promise<void> {
    return killChild(this.#etcd as ChildProcess);
  }

  killPatroni(): Promise<void> {
    return killChild(this.#patroni as ChildProcess);
  }

  /** Kills the main process of PostgreSQL and those of all its sessions. */
  killPostgres(): void {
    const isPostgres = (pid: number) => {
      try {
        return readFileSync(`/proc/${pid}/comm`, 'utf8') === 'postgres\n';
      } catch {
        return false;
      }
    };
    // The main process is the first; it would replace the others.
    const pids = this.machine.pids().filter(isPostgres);
    assert.ok(pids.length > 0, `PostgreSQL does not run on ${this.name}`);
    for (const pid of pids.sort((a, b) => a - b)) kill(pid);
  }

  /** Whether PostgreSQL takes writes, asked on the machine itself, which may be cut off. */
  async takesWrites(): Promise<boolean> {
    const psql = ['psql', '-AtXqc', 'SELECT pg_is_in_recovery()'];
    const [program, ...args] = [...this.machine.wrapper('postgres'), ...psql] as [string, ...string[]];
    try {
      return (await promisify(execFile)(program, args, { cwd: '/' })).stdout.trim() === 'f';
    } catch {
      return false;
    }
  }

  /** Whether Patroni says that it has the lease of the primary and PostgreSQL takes writes. */
  async isPrimary(): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(1_000);
      const response = await fetch(`http://${this.machine.address}:8008/primary`, { signal });
      await response.arrayBuffer();
      return response.status === 200;
    } catch {
      return false;
    }
  }

  /** The roles that Patroni has noted for the machines, sorted. */
  async memberRoles(): Promise<string> {
    try {
      const signal = AbortSignal.timeout(1_000);
      const response = await fetch(`http://${this.machine.address}:8008/cluster`, { signal });
      const { members } = (await response.json()) as { members: { role: string }[] };
      return members
        .map(({ role }) => role)
        .sort()
        .join();
    } catch {
      return '';
    }
  }

  async isEtcdHealthy(): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(1_000);
      return (await fetch(`http://${this.machine.address}:2379/health`, { signal })).ok;
    } catch {
      return false;
    }
  }
}

async function killChild(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** PostgreSQL on three machines, with the configuration in ops/patroni. */
export class PatroniCluster {
  readonly nodes: readonly DatabaseNode[];
  /** The value for ROLLBOOK_DATABASE. */
  readonly address: string;
  #isSynchronous = true;

  static async start(machines: readonly Machine[]): Promise<PatroniCluster> {
    const cluster = new PatroniCluster(machines);
    for (const node of cluster.nodes) node.startEtcd();
    for (const node of cluster.nodes) node.startPatroni();
    await cluster.untilComplete();
    const { url } = await cluster.primary();
    await query(url, `CREATE ROLE rollbook LOGIN PASSWORD 'password-of-rollbook'`);
    await query(url, 'CREATE DATABASE rollbook OWNER rollbook');
    return cluster;
  }

  private constructor(machines: readonly Machine[]) {
    this.nodes = machines.map((machine) => new DatabaseNode(machine));
    const hosts = machines.map(({ address }) => `${address}:5432`).join();
    this.address = `postgres://rollbook:password-of-rollbook@${hosts}/rollbook?target_session_attrs=read-write`;
  }

  /** Waits for a primary, other than `former` if that is named. */
  async primary(former?: DatabaseNode): Promise<DatabaseNode> {
    let found: DatabaseNode | undefined;
    const candidates = this.nodes.filter((node) => node !== former);
    const find = async () => {
      const answers = await Promise.all(candidates.map((node) => node.isPrimary()));
      found = candidates[answers.indexOf(true)];
      return found !== undefined;
    };
    await this.#until('a machine is the primary', find);
    return found as DatabaseNode;
  }

  /**
   * Waits until etcd runs on all machines, both standbys follow the primary, and Patroni has noted which of them is
   * synchronous. That is later than PostgreSQL waits for it, and before it Patroni fails over to none.
   */
  async untilComplete(): Promise<void> {
    await this.#until('all machines run etcd', async () =>
      (await Promise.all(this.nodes.map((node) => node.isEtcdHealthy()))).every(Boolean),
    );
    const expectedRoles = this.#isSynchronous ? 'leader,replica,sync_standby' : 'leader,replica,replica';
    const expectedStates = this.#isSynchronous ? 'async,sync' : 'async,async';
    // The primary is looked for each time: it may be replaced while the machines come back.
    await this.#until(
      'two standbys follow the primary, and Patroni has noted which is synchronous',
      async () => {
        const primary = await this.primary();
        if ((await primary.memberRoles()) !== expectedRoles) return false;
        const rows = await query(
          primary.url,
          `SELECT sync_state FROM pg_stat_replication
         WHERE state = 'streaming' AND application_name LIKE 'db%' ORDER BY sync_state`,
        ).catch(() => []);
        return rows.map(({ sync_state }) => sync_state).join() === expectedStates;
      },
    );
  }

  /** Changes the configuration as `patronictl edit-config` does, and waits until it applies. */
  async setSynchronous(isSynchronous: boolean): Promise<void> {
    const { machine } = await this.primary();
    const settings = readSettings('patroni.env', machine);
    const user = `${settings.PATRONI_RESTAPI_USERNAME}:${settings.PATRONI_RESTAPI_PASSWORD}`;
    const response = await fetch(`http://${machine.address}:8008/config`, {
      method: 'PATCH',
      headers: {
        authorization: `Basic ${Buffer.from(user).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ synchronous_mode: isSynchronous, synchronous_mode_strict: isSynchronous }),
    });
    assert.equal(response.status, 200, await response.text());
    this.#isSynchronous = isSynchronous;
    await this.untilComplete();
  }

  async #until(description: string, condition: () => Promise<boolean>): Promise<void> {
    try {
      await until(description, condition, { within: CHANGE_TIMEOUT_MS, every: 50 });
    } catch (error) {
      const logs = this.nodes.map(({ machine }) => `${machine.name}:\n${machine.output('patroni')}`);
      throw new Error(`${(error as Error).message}\n${logs.join('\n')}`);
    }
  }
}
