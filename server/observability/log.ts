import { constants, openSync, writeSync } from 'node:fs';
import pino, { type Logger } from 'pino';
import type { Config } from '../config.ts';

/** One line a request. Never a key, a body or a query. */
export interface RequestLogEntry {
  requestId: string;
  operation: string;
  status: number;
  ms: number;
  account: string | undefined;
}

export interface Log {
  readonly events: Logger;
  readonly request: (line: RequestLogEntry) => void;
}

/** A line costs as much as a read if it is written alone: lines are gathered, but for no longer than this. */
const GATHER_BYTES = 8_192;
const GATHER_MS = 100;
/** How soon a stalled reader is tried again: a pipe takes 64 KiB each time, and a busy service logs 8 MB a second. */
const RETRY_MS = 5;
/** Lines beyond this are dropped and counted while the log cannot be written. */
const MAX_BUFFERED_BYTES = 1_048_576;
const STANDARD_OUTPUT = 1;
const STANDARD_ERROR = 2;

/** To standard output: JSON lines for machines, and on a terminal lines to read. */
export function createLog(level: Config['logLevel'], terminal: boolean): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const buffer: LogBuffer = new LogBuffer(
    terminal ? openTerminal() : STANDARD_OUTPUT,
    terminal ? 0 : GATHER_BYTES,
    (dropped) => events.warn({ dropped }, 'log lines were dropped: the log could not be written'),
  );
  const events = pino(options, terminal ? { write: (line) => buffer.write(readable(line)) } : buffer);
  process.on('exit', () => buffer.flush());
  if (terminal) return { events, request: (line) => events.info(line) };
  return {
    events,
    request: events.isLevelEnabled('info') ? (line) => buffer.write(written(line)) : () => {},
  };
}

/**
 * Gathers log lines and writes them without ever waiting. What a stalled reader, a full disk or a closed pipe does not
 * take is kept up to a bound, then dropped, counted and reported. pino's own destination waits for ever at exit when
 * the disk is full or the reader gone, and takes three times the processor time for a line.
 */
class LogBuffer {
  readonly #fd: number;
  readonly #gatherBytes: number;
  readonly #reportDropped: (lines: number) => void;
  #lines = '';
  /** What was begun to be written and not taken. */
  #rest = Buffer.alloc(0);
  #timer: NodeJS.Timeout | undefined;
  #blocked = false;
  #failing = false;
  #dropped = 0;

  constructor(fd: number, gatherBytes: number, reportDropped: (lines: number) => void) {
    this.#fd = fd;
    this.#gatherBytes = gatherBytes;
    this.#reportDropped = reportDropped;
  }

  write(line: string): void {
    if (this.#rest.length + this.#lines.length >= MAX_BUFFERED_BYTES) {
      this.#dropped += 1;
      return;
    }
    this.#lines += line;
    if (this.#lines.length >= this.#gatherBytes && !this.#blocked) this.flush();
    else this.#flushIn(GATHER_MS);
  }

  /** Writes what can be written at once; the rest is tried again. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      while (this.#rest.length > 0 || this.#lines !== '') {
        if (this.#rest.length === 0) {
          this.#rest = Buffer.from(this.#lines);
          this.#lines = '';
        }
        this.#rest = this.#rest.subarray(writeSync(this.#fd, this.#rest));
      }
    } catch (error) {
      this.#blocked = true;
      const stalled = (error as NodeJS.ErrnoException).code === 'EAGAIN';
      if (!stalled) this.#reportFailure(error as Error);
      this.#flushIn(stalled ? RETRY_MS : GATHER_MS);
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

  #flushIn(ms: number): void {
    this.#timer ??= setTimeout(() => this.flush(), ms).unref();
  }

  /** Once, and straight to the descriptor: standard error may be the same closed pipe or full disk. */
  #reportFailure({ message }: Error): void {
    if (this.#failing) return;
    this.#failing = true;
    try {
      writeSync(
        STANDARD_ERROR,
        `The log cannot be written: ${message}. Lines beyond 1 MiB are dropped until it can.\n`,
      );
    } catch {
      // There is nowhere left to say it.
    }
  }
}

/** Opened anew so as not to wait: Node makes writes to a terminal block, and Ctrl-S would stop the service. */
function openTerminal(): number {
  try {
    return openSync('/dev/stdout', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return STANDARD_OUTPUT;
  }
}

/** As pino would write it, at a quarter of its time; nothing in it needs an escape. */
function written({ requestId, operation, status, ms, account }: RequestLogEntry): string {
  const whose = account === undefined ? '' : `,"account":"${account}"`;
  return `{"level":"info","time":"${timeText()}","requestId":"${requestId}","operation":"${operation}","status":${status},"ms":${ms.toFixed(2)}${whose}}\n`;
}

let shownMs = 0;
let shown = '';

/** Of all lines of one millisecond the same text: to make it takes half of a line's time. */
function timeText(): string {
  const now = Date.now();
  if (now !== shownMs) {
    shownMs = now;
    shown = new Date(now).toISOString();
  }
  return shown;
}

function readable(line: string): string {
  const { time, level, msg, err, ...rest } = JSON.parse(line);
  const facts = Object.entries(rest).map(
    ([name, value]) => `${name}=${typeof value === 'number' ? Math.round(value * 100) / 100 : value}`,
  );
  const error = err === undefined ? '' : `\n${err.stack ?? err.message}`;
  return `${time.slice(11, 19)} ${level === 'info' ? '' : `${level.toUpperCase()} `}${[msg, ...facts].filter(Boolean).join(' ')}${error}\n`;
}
