import { Valkey } from 'iovalkey';
import type { Log } from '../observability/log.ts';
import { UnavailableError } from '../store/types.ts';
import type { RateLimiter, RateLimitResult, RateLimitRule } from './rate-limiter.ts';
import {
  type ConnectionStage,
  describeProblem,
  describeSilence,
  formatHost,
  type ServerAddress,
} from './valkey-connection-errors.ts';

/** How long a request waits for its count. Valkey usually answers in less than 1 ms. */
const COUNT_TIMEOUT_MS = 50;
/** After so long without a reply the connection is replaced. */
const CONNECTION_TIMEOUT_MS = 1_000;
/** How often an unavailable server is tried again. */
const RETRY_INTERVAL_MS = 250;
/** How long the start of the service waits for Valkey. */
const START_TIMEOUT_MS = 500;

/**
 * Counts one request by the server's clock and returns [its number in the window, milliseconds left]. A request over
 * the limit is not counted. The key expires with its window; a TTL longer than the window comes from a clock that was
 * ahead, and starts a new window.
 */
const CONSUME_SCRIPT = `
local left = redis.call('PTTL', KEYS[1])
if left <= 0 or left > tonumber(ARGV[2]) then
  redis.call('SET', KEYS[1], 1, 'PX', ARGV[2])
  return { 1, tonumber(ARGV[2]) }
end
local count = tonumber(redis.call('GET', KEYS[1]))
if count >= tonumber(ARGV[1]) then return { count + 1, left } end
return { redis.call('INCR', KEYS[1]), left }`;

/** Returns [requests in the open window, milliseconds left], or two zeros if none is open. Counts nothing. */
const PEEK_SCRIPT = `
local left = redis.call('PTTL', KEYS[1])
if left <= 0 or left > tonumber(ARGV[1]) then return { 0, 0 } end
return { tonumber(redis.call('GET', KEYS[1])), left }`;

/** Account ID for probes; no account has an empty one. */
const PROBE_ACCOUNT = '';

export interface SharedRateLimiter extends RateLimiter {
  /** Whether Valkey is unavailable, so that this instance counts alone. */
  readonly isDown: boolean;
  close: () => void;
}

/**
 * Counts in Valkey or Redis, in one round trip per request. Fails open: when a count times out, that request and all
 * later ones get UnavailableError and are counted by this instance (`withFallback` in create-rate-limiters.ts) until a
 * background probe succeeds. During an outage an account has at most one extra window per instance.
 */
export async function createValkeyRateLimiter(
  address: string,
  { name, limit, windowMs }: RateLimitRule,
  logger: Log['logger'],
): Promise<SharedRateLimiter> {
  const { server, login } = parseAddress(address);
  const client = new Valkey({
    host: server.host,
    port: server.port,
    ...(server.tls && { tls: {} }),
    ...login,
    // Node tries both the IPv4 and the IPv6 addresses of a host; the driver's own look-up uses only one family.
    family: 0,
    familyFallback: { enabled: false },
    lazyConnect: true,
    connectTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout: CONNECTION_TIMEOUT_MS,
    retryStrategy: () => RETRY_INTERVAL_MS,
    // An unanswered count is never resent, because its request was already counted locally.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
  });
  client.defineCommand('consumeWindow', { numberOfKeys: 1, lua: CONSUME_SCRIPT });
  client.defineCommand('peekWindow', { numberOfKeys: 1, lua: PEEK_SCRIPT });
  type Script = (...args: unknown[]) => Promise<[number, number]>;
  const { consumeWindow, peekWindow } = client as unknown as Record<'consumeWindow' | 'peekWindow', Script>;
  const keyOf = (subject: string) => `rollbook:${name}:${subject}`;
  const count = (subject: string) =>
    withTimeout(COUNT_TIMEOUT_MS, consumeWindow.call(client, keyOf(subject), limit, windowMs));

  let isDown = false;
  let probeTimer: NodeJS.Timeout | undefined;
  /** Until the first success the address may be wrong, so each failure reason is logged only once. */
  let hasCounted = false;
  const loggedReasons = new Set<string>();
  let stage: ConnectionStage = 'connecting';
  /** The first error of the latest connection; later ones are consequences of it. */
  let problem: string | undefined;

  const warn = (reason: string): void => {
    if (!hasCounted && loggedReasons.has(reason)) return;
    loggedReasons.add(reason);
    logger.warn({ reason }, 'reads cannot be counted together: until they can, this instance counts its own');
  };
  client.on('connecting', () => {
    stage = 'connecting';
    problem = undefined;
  });
  client.on('connect', () => {
    stage = 'connected';
  });
  client.on('ready', () => {
    stage = 'ready';
  });
  client.on('error', (error: Error & { command?: { name: string } }) => {
    problem ??= describeProblem(error, server, stage);
    // After a failed SELECT the driver would continue in the wrong database.
    if (error.command?.name === 'select') client.disconnect(true);
  });
  const handleClose = (): void => {
    problem ??= describeProblem(undefined, server, stage);
    if (isDown && !hasCounted) warn(problem);
  };
  client.on('close', handleClose);

  const markDown = (error: Error): void => {
    if (isDown) return;
    isDown = true;
    probeTimer = setTimeout(probe, RETRY_INTERVAL_MS).unref();
    warn(problem ?? describeFailure(error));
  };
  /** Describes a failed count on a connection that has reported no error. */
  const describeFailure = (error: Error): string => {
    if (client.status === 'ready' && error instanceof TimeoutError)
      return `${formatHost(server)} has not counted within ${COUNT_TIMEOUT_MS} ms`;
    if (stage !== 'ready' && !hasCounted) return describeSilence(server);
    return describeProblem(error, server, 'ready');
  };
  const orDown = async (ask: () => Promise<[number, number]>): Promise<[number, number]> => {
    if (isDown) throw COUNTERS_DOWN;
    return ask().catch((error) => {
      markDown(error);
      throw COUNTERS_DOWN;
    });
  };
  const probe = (): Promise<void> =>
    count(PROBE_ACCOUNT).then(
      () => {
        isDown = false;
        hasCounted = true;
        logger.warn('reads are counted together again');
      },
      (error: Error) => {
        if (!hasCounted && error.name === 'ReplyError') warn(describeProblem(error, server, stage));
        probeTimer = setTimeout(probe, RETRY_INTERVAL_MS).unref();
      },
    );

  await withTimeout(
    START_TIMEOUT_MS,
    client.connect().then(() => count(PROBE_ACCOUNT)),
  ).then(() => {
    hasCounted = true;
  }, markDown);
  return {
    get isDown() {
      return isDown;
    },
    async consume(subject): Promise<RateLimitResult> {
      const [number, resetMs] = await orDown(() => count(subject));
      return { allowed: number <= limit, remaining: Math.max(0, limit - number), resetMs };
    },
    async peek(subject): Promise<RateLimitResult> {
      const [used, resetMs] = await orDown(() =>
        withTimeout(COUNT_TIMEOUT_MS, peekWindow.call(client, keyOf(subject), windowMs)),
      );
      return { allowed: used < limit, remaining: Math.max(0, limit - used), resetMs };
    },
    close() {
      isDown = true;
      clearTimeout(probeTimer);
      client.off('close', handleClose);
      // The driver handles one error of each connection, and ending a TLS handshake may raise a second one.
      client.stream?.on('error', () => {});
      client.disconnect();
    },
  };
}

class TimeoutError extends Error {}
const COUNTERS_DOWN = new UnavailableError('the shared counters are unavailable');

/** Replies that arrived while the event loop was blocked are read before the timeout fires, hence `setImmediate`. */
function withTimeout<T>(ms: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const rejectLate = () => reject(new TimeoutError());
    const timer = setTimeout(() => setImmediate(rejectLate), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Parses valkey://USER:PASSWORD@HOST:PORT/DATABASE or redis://…; valkeys:// and rediss:// use TLS. */
function parseAddress(address: string) {
  const { protocol, hostname, port, username, password, pathname } = new URL(address);
  const server: ServerAddress = {
    host: decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1'),
    port: Number(port || 6379),
    tls: protocol === 'valkeys:' || protocol === 'rediss:',
  };
  const login = {
    db: Number(pathname.slice(1)),
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
  };
  return { server, login };
}
