import { Valkey } from 'iovalkey';
import type { Log } from '../observability/log.ts';
import { UnavailableError } from '../store/types.ts';
import type { RateLimiter, RateLimitResult, RateLimitRule } from './rate-limiter.ts';
import {
  describeProblem,
  describeSilence,
  nameOf,
  type ServerAddress,
  type Stage,
} from './valkey-connection-errors.ts';

/** How long a request waits for its count; what counts usually answers in less than one. */
const ANSWER_MS = 50;
/** What has said nothing for so long will not on this connection, which is then made anew. */
const SILENT_MS = 1_000;
/** How often a store that is away is tried again. */
const TRY_MS = 250;
/** How long a start waits for it. */
const START_MS = 500;

/**
 * One window, by the server's clock: [which request of it this is, the milliseconds it has left]. What is past the
 * limit is told but not counted. The key ends with its window; one that lasts longer than a window was stored under a
 * clock that ran ahead, and counts as over.
 */
const TAKE = `
local left = redis.call('PTTL', KEYS[1])
if left <= 0 or left > tonumber(ARGV[2]) then
  redis.call('SET', KEYS[1], 1, 'PX', ARGV[2])
  return { 1, tonumber(ARGV[2]) }
end
local count = tonumber(redis.call('GET', KEYS[1]))
if count >= tonumber(ARGV[1]) then return { count + 1, left } end
return { redis.call('INCR', KEYS[1]), left }`;

/** No account has an empty identifier: on its window it is tried whether the store counts again. */
const TRIAL = '';

export interface SharedRateLimiter extends RateLimiter {
  /** Whether this instance counts by itself for now. */
  readonly isDown: boolean;
  close: () => void;
}

/**
 * Counts in Valkey or Redis, in one round trip a request. Counting fails open: a request whose count is not there in
 * time, and all after it until the store has counted again, are told Unavailable and so counted by this instance
 * alone (`choose.ts`). An account then has at most one more window on each instance. The store is tried in the
 * background, so no other request waits for it.
 */
export async function createValkeyRateLimiter(
  address: string,
  { name, limit, windowMs }: RateLimitRule,
  events: Log['events'],
): Promise<SharedRateLimiter> {
  const { server, login } = partsOf(address);
  const client = new Valkey({
    host: server.host,
    port: server.port,
    ...(server.tls && { tls: {} }),
    ...login,
    // Node tries the IPv4 and IPv6 addresses of a host; the driver would look for only one kind each time.
    family: 0,
    familyFallback: { enabled: false },
    lazyConnect: true,
    connectTimeout: SILENT_MS,
    socketTimeout: SILENT_MS,
    retryStrategy: () => TRY_MS,
    // A count that was not answered is never sent again: the request it was for has gone on without.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
  });
  client.defineCommand('take', { numberOfKeys: 1, lua: TAKE });
  const { take } = client as unknown as { take: (...words: unknown[]) => Promise<[number, number]> };
  const count = (accountId: string) =>
    within(ANSWER_MS, take.call(client, `rollbook:${name}:${accountId}`, limit, windowMs));

  let away = false;
  let trial: NodeJS.Timeout | undefined;
  /** Whether the store has ever counted. Until then its address may be wrong, and each reason is logged once. */
  let hasCounted = false;
  const logged = new Set<string>();
  let stage: Stage = 'connecting';
  /** Why the latest connection failed. Only the first error of each says so, the others follow from it. */
  let problem: string | undefined;

  const warn = (reason: string): void => {
    if (!hasCounted && logged.has(reason)) return;
    logged.add(reason);
    events.warn({ reason }, 'reads cannot be counted together: until they can, this instance counts its own');
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
    // The driver would go on, and count in another database than was said.
    if (error.command?.name === 'select') client.disconnect(true);
  });
  const noteClose = (): void => {
    problem ??= describeProblem(undefined, server, stage);
    if (away && !hasCounted) warn(problem);
  };
  client.on('close', noteClose);

  const lose = (error: Error): void => {
    if (away) return;
    away = true;
    trial = setTimeout(tryAgain, TRY_MS).unref();
    warn(problem ?? whyUncounted(error));
  };
  /** Of a connection that has not failed, or not yet. */
  const whyUncounted = (error: Error): string => {
    if (client.status === 'ready' && error instanceof NoAnswer)
      return `${nameOf(server)} has not counted within ${ANSWER_MS} ms`;
    if (stage !== 'ready' && !hasCounted) return describeSilence(server);
    return describeProblem(error, server, 'ready');
  };
  const tryAgain = (): Promise<void> =>
    count(TRIAL).then(
      () => {
        away = false;
        hasCounted = true;
        events.warn('reads are counted together again');
      },
      (error: Error) => {
        if (!hasCounted && error.name === 'ReplyError') warn(describeProblem(error, server, stage));
        trial = setTimeout(tryAgain, TRY_MS).unref();
      },
    );

  await within(
    START_MS,
    client.connect().then(() => count(TRIAL)),
  ).then(() => {
    hasCounted = true;
  }, lose);
  return {
    get isDown() {
      return away;
    },
    async consume(accountId): Promise<RateLimitResult> {
      if (away) throw AWAY;
      const [which, resetMs] = await count(accountId).catch((error) => {
        lose(error);
        throw AWAY;
      });
      return { allowed: which <= limit, remaining: Math.max(0, limit - which), resetMs };
    },
    close() {
      away = true;
      clearTimeout(trial);
      client.off('close', noteClose);
      client.disconnect();
    },
  };
}

class NoAnswer extends Error {}
const AWAY = new UnavailableError('the counters are away');

/** What has come while this process was busy is read before it is called late. */
function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new NoAnswer());
    const timer = setTimeout(() => setImmediate(late), ms);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Of valkey://USER:PASSWORD@HOST:PORT/DATABASE, or redis://; valkeys:// and rediss:// are with TLS. */
function partsOf(address: string) {
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
