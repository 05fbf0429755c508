import { Cluster, type RedisOptions, Valkey } from 'iovalkey';
import type { ValkeyAddress } from './valkey-address.ts';
import {
  type ConnectionStage,
  type DriverError,
  describeClusterProblem,
  describePrimaryProblem,
  describeProblem,
  describeSentinelProblem,
  describeSilence,
  describeTarget,
} from './valkey-connection-errors.ts';

/** After so long without a reply a connection or an attempt to connect ends. */
const CONNECTION_TIMEOUT_MS = 2_000;
/** How often a lost connection is tried again. */
const RECONNECT_INTERVAL_MS = 250;

/** A connection to a server, to the primary that Sentinel names, or to all primaries of a cluster. */
export interface ValkeyConnection {
  readonly client: Valkey | Cluster;
  connect: () => Promise<void>;
  /** Describes why commands fail; `error` is that of a command. */
  describe: (error: Error) => string;
  /** Rejects if a primary of a cluster fails, and looks for its successor. One server has nothing to check. */
  check: () => Promise<void>;
  close: () => void;
}

/** `onFailure` is called whenever an attempt to connect fails or a connection ends. */
export function openValkeyConnection(
  address: ValkeyAddress,
  onFailure: (reason: string) => void,
): ValkeyConnection {
  return address.kind === 'cluster' ? openCluster(address, onFailure) : openServer(address, onFailure);
}

const connectionOptions = ({ tls, login }: ValkeyAddress) =>
  ({
    ...(tls && { tls: {} }),
    ...login,
    // Node tries both the IPv4 and the IPv6 addresses of a host; the driver's own look-up uses only one family.
    family: 0,
    familyFallback: { enabled: false },
    connectTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout: CONNECTION_TIMEOUT_MS,
    // The driver's own 2 s would delay the end of the process.
    disconnectTimeout: RECONNECT_INTERVAL_MS,
    // An unanswered count is never resent, because its request was already counted locally.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    // A former primary keeps its connections when it becomes a replica; its host name or Sentinel leads to the new one.
    reconnectOnError: ({ message }: Error) => message.startsWith('READONLY'),
  }) satisfies RedisOptions;

function openServer(
  address: ValkeyAddress & { kind: 'server' | 'sentinel' },
  onFailure: (reason: string) => void,
): ValkeyConnection {
  const { hosts, tls, database } = address;
  const client = new Valkey({
    ...connectionOptions(address),
    ...(address.kind === 'server'
      ? hosts[0]
      : {
          sentinels: [...hosts],
          name: address.primaryName,
          ...(address.sentinelLogin.username && { sentinelUsername: address.sentinelLogin.username }),
          ...(address.sentinelLogin.password && { sentinelPassword: address.sentinelLogin.password }),
          ...(tls && { sentinelTLS: {}, enableTLSForSentinelMode: true }),
          sentinelCommandTimeout: CONNECTION_TIMEOUT_MS,
          sentinelRetryStrategy: () => RECONNECT_INTERVAL_MS,
        }),
    db: database,
    lazyConnect: true,
    retryStrategy: () => RECONNECT_INTERVAL_MS,
    enableOfflineQueue: false,
  });
  const target = describeTarget(address);
  let stage: ConnectionStage = 'connecting';
  let hasConnected = false;
  /** The first error of the latest connection; later ones are consequences of it. */
  let problem: string | undefined;
  const describeError = (error: DriverError | undefined): string =>
    address.kind === 'server'
      ? describeProblem(error, { ...hosts[0], tls }, stage)
      : describePrimaryProblem(error, address.primaryName, stage);
  client.on('connecting', () => {
    stage = 'connecting';
    problem = undefined;
  });
  client.on('connect', () => {
    stage = 'connected';
    // Another sentinel may have failed before.
    problem = undefined;
  });
  client.on('ready', () => {
    stage = 'ready';
    hasConnected = true;
  });
  client.on('sentinelError', (error: Error) => {
    if (address.kind !== 'sentinel') return;
    problem = describeSentinelProblem(error, address);
    onFailure(problem);
  });
  client.on('error', (error: DriverError) => {
    problem ??= describeError(error);
    // After a failed SELECT the driver would continue in the wrong database.
    if (error.command?.name === 'select') client.disconnect(true);
  });
  const handleClose = (): void => {
    problem ??= describeError(undefined);
    onFailure(problem);
  };
  client.on('close', handleClose);
  return {
    client,
    connect: () => client.connect(),
    describe(error) {
      if (problem !== undefined) return problem;
      if (stage === 'ready' && error instanceof CountTimeoutError) return `${target} ${error.message}`;
      if (stage === 'ready' || error.name === 'ReplyError') return describeError(error);
      if (hasConnected) return `the connection to ${target} is lost`;
      return address.kind === 'server'
        ? describeSilence({ ...hosts[0], tls })
        : describePrimaryProblem(undefined, address.primaryName, stage);
    },
    async check() {},
    close() {
      client.off('close', handleClose);
      ignoreLaterErrors(client);
      client.disconnect();
    },
  };
}

function openCluster(
  address: ValkeyAddress & { kind: 'cluster' },
  onFailure: (reason: string) => void,
): ValkeyConnection {
  const client = new Cluster([...address.hosts], {
    lazyConnect: true,
    enableOfflineQueue: false,
    clusterRetryStrategy: () => RECONNECT_INTERVAL_MS,
    // Like `autoResendUnfulfilledCommands`.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    slotsRefreshTimeout: CONNECTION_TIMEOUT_MS,
    // Names are resolved where connections are made, so that certificates are checked for the name.
    dnsLookup: (host, callback) => callback(null, host),
    redisOptions: connectionOptions(address),
  });
  const target = describeTarget(address);
  let hasConnected = false;
  let problem: string | undefined;
  client.on('connecting', () => {
    problem = undefined;
  });
  client.on('node error', (error: DriverError, node: string) => {
    problem = describeClusterProblem(error, node, address);
  });
  client.on('error', () => {});
  client.on('ready', () => {
    hasConnected = true;
  });
  const handleClose = (): void => onFailure(problem ?? describeClusterProblem(undefined, undefined, address));
  client.on('close', handleClose);
  const check = async (): Promise<void> => {
    client.refreshSlotsCache(() => {});
    const states = await Promise.all(client.nodes('master').map((node) => node.cluster('INFO')));
    if (!states.every((state) => String(state).includes('cluster_state:ok')))
      throw new Error('the cluster is down');
  };
  return {
    client,
    // The check opens the connections to all primaries, for which the first reads would wait.
    connect: () => client.connect().then(check),
    describe(error) {
      if (error.name === 'ReplyError') return describeClusterProblem(error, undefined, address);
      if (!hasConnected) return problem ?? describeClusterProblem(undefined, undefined, address);
      return error instanceof CountTimeoutError
        ? `a primary of ${target} ${error.message}`
        : `the connection to a primary of ${target} is lost`;
    },
    check,
    close() {
      client.off('close', handleClose);
      client.nodes().forEach(ignoreLaterErrors);
      client.disconnect();
    },
  };
}

/** The driver handles one error of each connection, and ending a TLS handshake may raise a second one. */
const ignoreLaterErrors = ({ stream }: Valkey): void => void stream?.on('error', () => {});

export class CountTimeoutError extends Error {
  constructor(ms: number) {
    super(`has not counted within ${ms} ms`);
  }
}
