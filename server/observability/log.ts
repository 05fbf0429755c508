import { constants, openSync, writeSync } from 'node:fs';
import pino, { type Logger } from 'pino';
import type { Config } from '../config.ts';
import { toPrintable } from './printable-text.ts';
import { RepeatLimiter } from './repeat-limiter.ts';

/** A line for a request. Never contains a key, a body or a query. */
export interface RequestLogEntry {
  requestId: string;
  operation: string;
  status: number;
  ms: number;
  account: string | undefined;
  heldMs?: number;
}

/** For work behind the requests, which tells of little. */
export interface EventLogger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface Log {
  readonly logger: Logger;
  /** `address` is that of the caller, which tells apart the refusals without an account, and is not logged. */
  readonly logRequest: (entry: RequestLogEntry, address: string) => void;
  /** Why a request was answered with 500 or more. */
  readonly logFailure: (requestId: string, status: number, error: unknown) => void;
}

/** Refusals before the rate limits count, or by them. Any other response to an account is bounded by them. */
const UNCOUNTED = [403, 429, 503];

/** Lines are buffered: a system call for each would slow every response. */
const FLUSH_BYTES = 8_192;
const FLUSH_INTERVAL_MS = 100;
/** Retry interval while the reader stalls: a pipe takes 64 KiB each time, and a busy service logs 8 MB/s. */
const RETRY_INTERVAL_MS = 5;
/** Lines beyond this are dropped and counted while standard output cannot be written. */
const MAX_BUFFERED_BYTES = 1_048_576;
const STDOUT_FD = 1;
const STDERR_FD = 2;

/** Logs to standard output: JSON lines, or human-readable lines on a terminal. */
export function createLog(level: Config['logLevel'], isTerminal: boolean): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const buffer: LogBuffer = new LogBuffer(
    isTerminal ? openTerminal() : STDOUT_FD,
    isTerminal ? 0 : FLUSH_BYTES,
    (dropped) => logger.warn({ dropped }, 'log lines were dropped: the log could not be written'),
  );
  const logger = pino(
    options,
    isTerminal ? { write: (line) => buffer.write(formatForTerminal(line)) } : buffer,
  );
  const write = isTerminal
    ? (entry: RequestLogEntry, suppressed: number) => logger.info({ ...entry, ...countOf(suppressed) })
    : (entry: RequestLogEntry, suppressed: number) => buffer.write(serializeEntry(entry, suppressed));
  const refusals = new RepeatLimiter(write);
  const failures = new RepeatLimiter<Failure>(({ requestId, status, err }, suppressed) =>
    logger[status === 500 ? 'error' : 'warn']({ requestId, err, ...countOf(suppressed) }),
  );
  process.on('exit', () => {
    refusals.flush();
    failures.flush();
    buffer.flush();
  });
  return {
    logger,
    logRequest: logger.isLevelEnabled('info')
      ? (entry, address) => {
          const { status, account } = entry;
          if (status < 400 || (account !== undefined && !UNCOUNTED.includes(status))) write(entry, 0);
          else refusals.log(`${status} ${account ?? address}`, entry);
        }
      : () => {},
    logFailure: (requestId, status, err) =>
      failures.log(`${status} ${(err as Error | null)?.message}`, { requestId, status, err }),
  };
}

interface Failure {
  readonly requestId: string;
  readonly status: number;
  readonly err: unknown;
}

const countOf = (suppressed: number): { suppressed?: number } => (suppressed === 0 ? {} : { suppressed });

/**
 * Buffers log lines and writes them without blocking. While a reader stalls, the disk is full or the pipe is closed,
 * lines are kept up to a bound, then dropped, counted and reported. pino's own destination blocks forever at exit if
 * the disk is full or the reader is gone, and is slower.
 */
class LogBuffer {
  readonly #fd: number;
  readonly #flushBytes: number;
  readonly #reportDropped: (lines: number) => void;
  #lines = '';
  /** The unwritten rest of a partial write. */
  #partial = Buffer.alloc(0);
  #timer: NodeJS.Timeout | undefined;
  #blocked = false;
  #failing = false;
  #dropped = 0;

  constructor(fd: number, flushBytes: number, reportDropped: (lines: number) => void) {
    this.#fd = fd;
    this.#flushBytes = flushBytes;
    this.#reportDropped = reportDropped;
  }

  write(line: string): void {
    if (this.#partial.length + this.#lines.length >= MAX_BUFFERED_BYTES) {
      this.#dropped += 1;
      return;
    }
    this.#lines += line;
    if (this.#lines.length >= this.#flushBytes && !this.#blocked) this.flush();
    else this.#scheduleFlush(FLUSH_INTERVAL_MS);
  }

  /** Writes as much as possible without blocking and retries the rest later. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      while (this.#partial.length > 0 || this.#lines !== '') {
        if (this.#partial.length === 0) {
          this.#partial = Buffer.from(this.#lines);
          this.#lines = '';
        }
        this.#partial = this.#partial.subarray(writeSync(this.#fd, this.#partial));
      }
    } catch (error) {
      this.#blocked = true;
      const stalled = (error as NodeJS.ErrnoException).code === 'EAGAIN';
      if (!stalled) this.#reportFailure(error as Error);
      this.#scheduleFlush(stalled ? RETRY_INTERVAL_MS : FLUSH_INTERVAL_MS);
      return;
    }
    this.#blocked = false;
    this.#failing = false;
    if (this.#dropped > 0) {
      const dropped = this.#dropped;
      this.#dropped = 0;
      this.#reportDropped(dropped);
      this.flush();
    }
  }

  #scheduleFlush(ms: number): void {
    this.#timer ??= setTimeout(() => this.flush(), ms).unref();
  }

  /** Reports once, by a synchronous write: standard error may be the same closed pipe or full disk. */
  #reportFailure({ message }: Error): void {
    if (this.#failing) return;
    this.#failing = true;
    try {
      writeSync(
        STDERR_FD,
        `The log cannot be written: ${message}. Lines beyond 1 MiB are dropped until it can.\n`,
      );
    } catch {
      // There is no other place to report it.
    }
  }
}

/** Reopens the terminal as non-blocking: Node's writes to it block, so Ctrl-S would stop the service. */
function openTerminal(): number {
  try {
    return openSync('/dev/stdout', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return STDOUT_FD;
  }
}

/** Formats the same JSON as pino, but faster, because no value needs escaping. */
function serializeEntry(
  { requestId, operation, status, ms, account, heldMs }: RequestLogEntry,
  suppressed: number,
): string {
  const accountJson = account === undefined ? '' : `,"account":"${account}"`;
  const heldJson = heldMs === undefined ? '' : `,"heldMs":${Math.round(heldMs)}`;
  const suppressedJson = suppressed === 0 ? '' : `,"suppressed":${suppressed}`;
  return `{"level":"info","time":"${currentTime()}","requestId":"${requestId}","operation":"${operation}","status":${status},"ms":${ms.toFixed(2)}${accountJson}${heldJson}${suppressedJson}}\n`;
}

let cachedMs = 0;
let cachedTime = '';

/** Cached for each millisecond, because formatting the time is the slowest part of a line. */
function currentTime(): string {
  const now = Date.now();
  if (now !== cachedMs) {
    cachedMs = now;
    cachedTime = new Date(now).toISOString();
  }
  return cachedTime;
}

/** Names and reasons in a line may come from elsewhere, such as a source of catalogues. */
export function formatForTerminal(line: string): string {
  const { time, level, msg, err, ...rest } = JSON.parse(line);
  const fields = Object.entries(rest).map(
    ([name, value]) =>
      `${name}=${typeof value === 'number' ? Math.round(value * 100) / 100 : formatValue(value)}`,
  );
  const error = err === undefined ? '' : `\n${String(err.stack ?? err.message)}`;
  const text = [msg, ...fields].filter(Boolean).join(' ');
  return `${time.slice(11, 19)} ${level === 'info' ? '' : `${level.toUpperCase()} `}${toPrintable(text)}${error.split('\n').map(toPrintable).join('\n')}\n`;
}

const formatValue = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
