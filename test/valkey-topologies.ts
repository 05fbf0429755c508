import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Certificate } from './certificate.ts';
import { cleanUpAtEnd } from './cleanup.ts';
import { freePort } from './free-port.ts';
import { until } from './until.ts';
import { type CounterServer, SERVER, type ServerOptions, startServer } from './valkey.ts';

export interface TopologyOptions {
  files?: Certificate;
  /** Of the servers and of the replication between them. */
  password?: string;
  sentinelPassword?: string;
  replicas?: number;
  sentinels?: number;
}

export interface SentinelGroup {
  /** The value for ROLLBOOK_COUNTERS. */
  address: string;
  /** The first one is the primary at the start. */
  servers: CounterServer[];
  sentinels: CounterServer[];
  /** The server that Sentinel names. */
  primary: () => Promise<CounterServer>;
  /** Begins a planned failover. */
  failOver: () => Promise<unknown>;
}

/** What Sentinel calls the group. */
export const PRIMARY_NAME = 'mymaster';
/** After so long without a reply a sentinel or a node of the cluster takes a server for dead. */
export const DOWN_AFTER_MS = 1_000;

/** Starts a primary with its replicas and sentinels until the current test or suite ends. */
export async function startSentinelGroup(options: TopologyOptions = {}): Promise<SentinelGroup> {
  const { files, password, sentinelPassword, replicas = 0, sentinels: size = 1 } = options;
  const settings = [
    ...(password === undefined ? [] : ['--requirepass', password, '--masterauth', password]),
    ...(files === undefined ? [] : ['--tls-replication', 'yes']),
    ...['--repl-diskless-sync-delay', '0'],
  ];
  const primary = await startUntilEnd({ files, password, settings });
  const servers = [primary];
  for (let i = 0; i < replicas; i += 1)
    servers.push(
      await startUntilEnd({
        files,
        password,
        settings: [...settings, '--replicaof', '127.0.0.1', `${primary.port}`],
      }),
    );
  for (const replica of servers.slice(1))
    await until('the replica is in step', async () =>
      /master_link_status:up/.test(String(await replica.ask('INFO', 'replication'))),
    );
  const sentinels: CounterServer[] = [];
  const folder = makeFolder();
  for (let i = 0; i < size; i += 1) {
    const configFile = join(folder, `sentinel-${i}.conf`);
    const quorum = Math.floor(size / 2) + 1;
    const lines = [
      `sentinel monitor ${PRIMARY_NAME} 127.0.0.1 ${primary.port} ${quorum}`,
      `sentinel down-after-milliseconds ${PRIMARY_NAME} ${DOWN_AFTER_MS}`,
      `sentinel failover-timeout ${PRIMARY_NAME} 10000`,
      ...(password === undefined ? [] : [`sentinel auth-pass ${PRIMARY_NAME} "${password}"`]),
      ...(sentinelPassword === undefined
        ? []
        : [`requirepass "${sentinelPassword}"`, `sentinel sentinel-pass "${sentinelPassword}"`]),
      ...(files === undefined ? [] : ['tls-replication yes']),
    ];
    writeFileSync(configFile, `${lines.join('\n')}\n`);
    sentinels.push(
      await startUntilEnd({ files, password: sentinelPassword, configFile, settings: ['--sentinel'] }),
    );
  }
  for (const sentinel of sentinels)
    await until('the sentinel knows the others', async () => {
      const info = (await sentinel.ask('SENTINEL', 'MASTER', PRIMARY_NAME)) as string[];
      const numberOf = (name: string) => Number(info[info.indexOf(name) + 1]);
      return numberOf('num-slaves') === replicas && numberOf('num-other-sentinels') === size - 1;
    });
  const login = password === undefined ? '' : `:${encodeURIComponent(password)}@`;
  const query =
    sentinelPassword === undefined ? '' : `?sentinel_password=${encodeURIComponent(sentinelPassword)}`;
  return {
    address: `${schemeOf(files)}+sentinel://${login}${hostsOf(sentinels)}/${PRIMARY_NAME}${query}`,
    servers,
    sentinels,
    async primary() {
      const [sentinel] = sentinels as [CounterServer];
      const [, port] = (await sentinel.ask('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', PRIMARY_NAME)) as string[];
      return servers.find((server) => `${server.port}` === port) as CounterServer;
    },
    failOver: async () => sentinels[0]?.ask('SENTINEL', 'FAILOVER', PRIMARY_NAME),
  };
}

export interface ValkeyCluster {
  /** The value for ROLLBOOK_COUNTERS. */
  address: string;
  nodes: CounterServer[];
  /** The node that holds a key now. */
  primaryOf: (key: string) => Promise<CounterServer>;
  replicaOf: (key: string) => Promise<CounterServer>;
}

/** Starts a cluster of three primaries, each with so many replicas, until the current test or suite ends. */
export async function startCluster(options: TopologyOptions = {}): Promise<ValkeyCluster> {
  const { files, password, replicas = 0 } = options;
  const nodes: CounterServer[] = [];
  for (let i = 0; i < 3 * (1 + replicas); i += 1) {
    const settings = [
      ...['--cluster-enabled', 'yes', '--cluster-config-file', 'nodes.conf'],
      ...['--cluster-node-timeout', `${DOWN_AFTER_MS}`, '--cluster-port', `${await freePort()}`],
      ...(password === undefined ? [] : ['--requirepass', password, '--masterauth', password]),
      ...(files === undefined ? [] : ['--tls-replication', 'yes', '--tls-cluster', 'yes']),
      ...['--repl-diskless-sync-delay', '0'],
    ];
    nodes.push(await startUntilEnd({ files, password, settings }));
  }
  const words = [
    ...['--cluster', 'create', ...nodes.map(({ port }) => `127.0.0.1:${port}`)],
    ...['--cluster-replicas', `${replicas}`, '--cluster-yes'],
    ...(password === undefined ? [] : ['-a', password, '--no-auth-warning']),
    ...(files === undefined ? [] : ['--tls', '--cacert', files.authority]),
  ];
  await promisify(execFile)((SERVER ?? '').replace('server', 'cli'), words);
  for (const node of nodes)
    await until('the node knows the cluster', async () => {
      const info = String(await node.ask('CLUSTER', 'INFO'));
      const links = String(await node.ask('INFO', 'replication'));
      return /cluster_state:ok/.test(info) && (/role:master/.test(links) || /link_status:up/.test(links));
    });
  /** The primary of a key and its replicas, as the first node says that answers. */
  const holdersOf = async (key: string) => {
    type Range = [from: number, to: number, ...holders: [host: string, port: number][]];
    for (const node of nodes) {
      const slot = Number(await node.ask('CLUSTER', 'KEYSLOT', key).catch(() => -1));
      if (slot === -1) continue;
      const ranges = (await node.ask('CLUSTER', 'SLOTS')) as Range[];
      const [, , ...holders] = ranges.find(([from, to]) => from <= slot && slot <= to) as Range;
      return holders.map(([, port]) => nodes.find((one) => one.port === port));
    }
    throw new Error('no node answers');
  };
  const login = password === undefined ? '' : `:${encodeURIComponent(password)}@`;
  return {
    address: `${schemeOf(files)}+cluster://${login}${hostsOf(nodes)}`,
    nodes,
    primaryOf: async (key) => (await holdersOf(key))[0] as CounterServer,
    replicaOf: async (key) => (await holdersOf(key))[1] as CounterServer,
  };
}

/** Each server has its own folder, because a replica writes the data of its primary into it. */
async function startUntilEnd({ settings = [], ...options }: ServerOptions): Promise<CounterServer> {
  const server = await startServer({ ...options, settings: [...settings, '--dir', makeFolder()] });
  cleanUpAtEnd(server.stop);
  return server;
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rollbook-valkey-'));
  cleanUpAtEnd(async () => rmSync(folder, { recursive: true }));
  return folder;
}

const schemeOf = (files: Certificate | undefined) => (files === undefined ? 'valkey' : 'valkeys');
const hostsOf = (servers: CounterServer[]) => servers.map(({ port }) => `127.0.0.1:${port}`).join(',');
