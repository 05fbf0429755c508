import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanUpAtEnd } from '../cleanup.ts';
import { until } from '../until.ts';

/** The network of the machines and the one over which only the test calls them (TEST-NET-2 and -3 of RFC 5737). */
const NETWORK = '198.51.100';
const TEST_NETWORK = '203.0.113';
/** Bridges: the network, the part of it that is cut off, and the network of the test. */
const [BRIDGE, CUT_OFF_BRIDGE, TEST_BRIDGE] = ['rollbook-net', 'rollbook-cut', 'rollbook-test'];

export interface MachineOptions {
  /** The last byte of its addresses. */
  host: number;
  /** Folders that the machine has for itself, and their owners. */
  folders?: Record<string, string>;
}

/**
 * A network namespace with folders of its own, which stands for a machine. Its processes end with `powerOff`, its
 * folders stay. `address` is in the network that can be cut, `testAddress` is always reachable for the test.
 */
export class Machine {
  readonly name: string;
  readonly address: string;
  readonly testAddress: string;
  readonly #host: number;
  readonly #disk: string;
  readonly #mounts: string;

  constructor(name: string, disk: string, { host, folders = {} }: MachineOptions) {
    this.name = name;
    this.address = `${NETWORK}.${host}`;
    this.testAddress = `${TEST_NETWORK}.${host}`;
    this.#host = host;
    this.#disk = disk;
    const mounts = Object.entries(folders).map(([folder, owner]) => {
      const source = join(disk, folder);
      mkdirSync(source, { recursive: true });
      execFileSync('chown', [`${owner}:`, source]);
      return `mkdir -p ${folder} && mount --bind ${source} ${folder} && `;
    });
    this.#mounts = mounts.join('');
  }

  get #namespace(): string {
    return `rollbook-${this.name}`;
  }

  powerOn(): void {
    ip('netns', 'add', this.#namespace);
    ip('-n', this.#namespace, 'link', 'set', 'lo', 'up');
    this.#plugIn('net0', BRIDGE, this.address);
    this.#plugIn('test0', TEST_BRIDGE, this.testAddress);
  }

  /** Kills all processes and removes the namespace with its addresses, as if the machine lost its power. */
  async powerOff(): Promise<void> {
    for (const card of ['net0', 'test0']) ip('link', 'del', this.#cable(card));
    await removeNamespace(this.#namespace);
  }

  pids(): number[] {
    return listPids(this.#namespace);
  }

  /** Moves the machine to the part of the network that is cut off. Packets get lost silently. */
  cutOff(): void {
    ip('link', 'set', this.#cable('net0'), 'master', CUT_OFF_BRIDGE);
  }

  reconnect(): void {
    ip('link', 'set', this.#cable('net0'), 'master', BRIDGE);
  }

  /** The words before a command that run it on this machine. */
  wrapper(user = 'root'): string[] {
    const script = `${this.#mounts}exec setpriv --reuid=${user} --regid=$(id -g ${user}) --init-groups "$@"`;
    return ['ip', 'netns', 'exec', this.#namespace, 'sh', '-c', script, 'sh'];
  }

  run(user: string, command: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
    const log = openSync(this.#log(command[0] as string), 'a');
    const [program, ...args] = [...this.wrapper(user), ...command] as [string, ...string[]];
    return spawn(program, args, {
      cwd: '/',
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', log, log],
    });
  }

  /** The end of what a command has printed. */
  output(command: string): string {
    return readFileSync(this.#log(command), 'utf8').slice(-4000);
  }

  #log(command: string): string {
    return join(this.#disk, `${command}.log`);
  }

  /** The end of a cable at the bridge. */
  #cable(card: string): string {
    return `${this.name}-${card}`;
  }

  #plugIn(card: string, bridge: string, address: string): void {
    const cable = this.#cable(card);
    // The same hardware address after each start, as a real machine has.
    const hardware = `02:00:00:00:0${card === 'net0' ? 0 : 1}:${this.#host.toString(16).padStart(2, '0')}`;
    const peer = ['peer', 'name', card, 'address', hardware, 'netns', this.#namespace];
    ip('link', 'add', cable, 'type', 'veth', ...peer);
    ip('link', 'set', cable, 'master', bridge, 'up');
    ip('-n', this.#namespace, 'addr', 'add', `${address}/24`, 'dev', card);
    ip('-n', this.#namespace, 'link', 'set', card, 'up');
  }
}

/**
 * Starts machines in a network until the current suite ends. The test itself is in both networks, with host 1. There
 * is one such network on a system: what an aborted run has left is removed.
 */
export async function startNetwork<Name extends string>(
  machines: Record<Name, MachineOptions>,
): Promise<Record<Name, Machine>> {
  await removeNetwork();
  const disks = mkdtempSync(join(tmpdir(), 'rollbook-machines-'));
  // Other users, such as postgres, have folders below.
  execFileSync('chmod', ['755', disks]);
  cleanUpAtEnd(async () => {
    await removeNetwork();
    rmSync(disks, { recursive: true });
  });
  for (const [bridge, network] of [[BRIDGE, NETWORK], [CUT_OFF_BRIDGE], [TEST_BRIDGE, TEST_NETWORK]]) {
    ip('link', 'add', bridge as string, 'type', 'bridge', 'forward_delay', '0');
    if (network !== undefined) ip('addr', 'add', `${network}.1/24`, 'dev', bridge as string);
    ip('link', 'set', bridge as string, 'up');
  }
  const started = Object.entries<MachineOptions>(machines).map(([name, options]) => {
    const disk = join(disks, name);
    mkdirSync(disk);
    const machine = new Machine(name, disk, options);
    machine.powerOn();
    return [name, machine];
  });
  return Object.fromEntries(started);
}

async function removeNetwork(): Promise<void> {
  for (const bridge of [BRIDGE, CUT_OFF_BRIDGE, TEST_BRIDGE]) {
    const links = ip('-o', 'link', 'show');
    const cables = links.matchAll(new RegExp(`^\\d+: ([^:@]+).* master ${bridge} `, 'gm'));
    for (const [, cable] of cables) ip('link', 'del', cable as string);
    if (links.includes(`: ${bridge}:`)) ip('link', 'del', bridge);
  }
  for (const namespace of ip('netns', 'list').match(/^rollbook-\w+/gm) ?? [])
    await removeNamespace(namespace);
}

async function removeNamespace(namespace: string): Promise<void> {
  await until(`no process is left in ${namespace}`, () => {
    const pids = listPids(namespace);
    for (const pid of pids) kill(pid);
    return pids.length === 0;
  });
  ip('netns', 'del', namespace);
}

const listPids = (namespace: string): number[] =>
  ip('netns', 'pids', namespace).split('\n').filter(Boolean).map(Number);

export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const ip = (...args: string[]): string => execFileSync('ip', args, { encoding: 'utf8' });
