import type { Log } from '../observability/log.ts';
import { UnavailableError } from '../store/types.ts';
import type { RateLimiter, RateLimitResult, RateLimitRule } from './rate-limiter.ts';
import { parseValkeyAddress } from './valkey-address.ts';
import { CountTimeoutError, openValkeyConnection } from './valkey-connection.ts';

/** How long a request waits for its count. A far server is no fault as long as it answers. */
const COUNT_TIMEOUT_MS = 1_000;
/** An unavailable server must answer a probe sooner, so that one whose replies take about as long does not flap. */
const PROBE_TIMEOUT_MS = 500;
/** How often an unavailable server is tried again. */
const PROBE_INTERVAL_MS = 250;
/** How long the start of the service waits: six round trips to a server 500 ms away, to connect, log in and count. */
const START_TIMEOUT_MS = 3_000;

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

/** Account ID for the first probe; no account has an empty one. */
const PROBE_ACCOUNT = '';
/** A probe must write, because a replica answers reads. */
const PROBE_LIMIT = Number.MAX_SAFE_INTEGER;

export interface SharedRateLimiter extends RateLimiter {
  /** Whether Valkey is unavailable, so that this instance counts alone. */
  readonly isDown: boolean;
  /** How often that has happened. */
  readonly outages: number;
  close: () => void;
}

/**
 * Counts in Valkey or Redis, in one round trip per request. Fails open: when a count fails or times out, that request
 * and all later ones get UnavailableError and are counted by this instance (`withFallback` in create-rate-limiters.ts)
 * until a background probe succeeds. During an outage an account has at most one extra window per instance.
 */
export async function createValkeyRateLimiter(
  address: string,
  { name, limit, windowMs }: RateLimitRule,
  logger: Log['logger'],
): Promise<SharedRateLimiter> {
  let isClosed = false;
  let downSince: number | undefined;
  let outages = 0;
  let readsCountedHere = 0;
  let probeTimer: NodeJS.Timeout | undefined;
  /** Until the first success the address may be wrong, so each failure reason is logged only once. */
  let hasCounted = false;
  const loggedReasons = new Set<string>();

  const warn = (reason: string): void => {
    if (!hasCounted && loggedReasons.has(reason)) return;
    loggedReasons.add(reason);
    logger.warn({ reason }, 'reads cannot be counted together: until they can, this instance counts its own');
  };
  const connection = openValkeyConnection(parseValkeyAddress(address), (reason) => {
    if (downSince !== undefined && !hasCounted) warn(reason);
  });
  const { client } = connection;
  client.defineCommand('consumeWindow', { numberOfKeys: 1, lua: CONSUME_SCRIPT });
  client.defineCommand('peekWindow', { numberOfKeys: 1, lua: PEEK_SCRIPT });
  type Script = (...args: unknown[]) => Promise<[number, number]>;
  const { consumeWindow, peekWindow } = client as unknown as Record<'consumeWindow' | 'peekWindow', Script>;

  const keyOf = (subject: string) => `rollbook:${name}:${subject}`;
  /** In a cluster, the part in braces decides which node has the key: the one that has not counted this subject. */
  const probeKeyOf = (subject: string) => `rollbook:{${keyOf(subject)}}`;
  const probe = (subject: string) => consumeWindow.call(client, probeKeyOf(subject), PROBE_LIMIT, windowMs);

  const markDown = (error: Error, subject: string): void => {
    if (downSince !== undefined) return;
    downSince = performance.now();
    outages += 1;
    readsCountedHere = 0;
    probeTimer = setTimeout(probeAgain, PROBE_INTERVAL_MS, subject).unref();
    warn(connection.describe(error));
  };
  const askOrMarkDown = async (
    subject: string,
    ask: () => Promise<[number, number]>,
  ): Promise<[number, number]> => {
    if (downSince !== undefined) throw COUNTERS_DOWN;
    const outagesBefore = outages;
    return withTimeout(COUNT_TIMEOUT_MS, ask()).catch((error) => {
      // A count from before an outage may fail after its end.
      if (outages === outagesBefore) markDown(error, subject);
      throw COUNTERS_DOWN;
    });
  };
  const probeAgain = (subject: string): void => {
    withTimeout(PROBE_TIMEOUT_MS, Promise.all([probe(subject), connection.check()])).then(
      () => {
        if (isClosed) return;
        const outageMs = Math.round(performance.now() - (downSince ?? 0));
        downSince = undefined;
        hasCounted = true;
        logger.warn({ outageMs, readsCountedHere }, 'reads are counted together again');
      },
      (error: Error) => {
        if (isClosed) return;
        if (!hasCounted && error.name === 'ReplyError') warn(connection.describe(error));
        probeTimer = setTimeout(probeAgain, PROBE_INTERVAL_MS, subject).unref();
      },
    );
  };

  await withTimeout(
    START_TIMEOUT_MS,
    connection.connect().then(() => probe(PROBE_ACCOUNT)),
  ).then(
    () => {
      hasCounted = true;
    },
    (error) => markDown(error, PROBE_ACCOUNT),
  );
  return {
    get isDown() {
      return downSince !== undefined;
    },
    get outages() {
      return outages;
    },
    async consume(subject): Promise<RateLimitResult> {
      const [number, resetMs] = await askOrMarkDown(subject, () =>
        consumeWindow.call(client, keyOf(subject), limit, windowMs),
      ).catch((error) => {
        readsCountedHere += 1;
        throw error;
      });
      return { allowed: number <= limit, remaining: Math.max(0, limit - number), resetMs };
    },
    async peek(subject): Promise<RateLimitResult> {
      const [used, resetMs] = await askOrMarkDown(subject, () =>
        peekWindow.call(client, keyOf(subject), windowMs),
      );
      return { allowed: used < limit, remaining: Math.max(0, limit - used), resetMs };
    },
    close() {
      isClosed = true;
      downSince ??= performance.now();
      clearTimeout(probeTimer);
      connection.close();
    },
  };
}

const COUNTERS_DOWN = new UnavailableError('the shared counters are unavailable');

/** Replies that arrived while the event loop was blocked are read before the timeout fires, hence `setImmediate`. */
function withTimeout<T>(ms: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const rejectLate = () => reject(new CountTimeoutError(ms));
    const timer = setTimeout(() => setImmediate(rejectLate), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
