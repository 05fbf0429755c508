import { writeSync } from 'node:fs';
import pino, { type Logger } from 'pino';
import type { Config } from '../config.ts';

/** One line a request. Never a key, a body or a query. */
export interface Answered {
  requestId: string;
  operation: string;
  status: number;
  ms: number;
  account: string | undefined;
}

export interface Log {
  readonly events: Logger;
  readonly answered: (line: Answered) => void;
}

/** A line costs as much as a read if it is written alone: lines are gathered, but for no longer than this. */
const GATHER_BYTES = 8_192;
const GATHER_MS = 100;
const MOST_BYTES_KEPT = 1_048_576;
const STANDARD_OUTPUT = 1;

/** To standard output: JSON lines for machines, and on a terminal lines to read. */
export function logTo(level: Config['logLevel'], terminal: boolean): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  if (terminal) {
    const events = pino(options, { write: (line) => process.stdout.write(readable(line)) });
    return { events, answered: (line) => events.info(line) };
  }
  const gathered = new GatheredLines();
  process.on('exit', () => gathered.flush());
  const events = pino(options, gathered);
  return {
    events,
    answered: events.isLevelEnabled('info') ? (line) => gathered.write(written(line)) : () => {},
  };
}

/** A full disk or a reader gone must not end the service with its log: what cannot be written is dropped, and said once. */
class GatheredLines {
  #lines = '';
  #timer: NodeJS.Timeout | undefined;
  #failing = false;

  write(line: string): void {
    this.#lines += line;
    if (this.#lines.length >= GATHER_BYTES) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), GATHER_MS).unref();
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    let rest = Buffer.from(this.#lines);
    this.#lines = '';
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(STANDARD_OUTPUT, rest));
      this.#failing = false;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      // A reader that is slow gets the rest with the next lines, as long as it is not too much.
      if (code === 'EAGAIN' && rest.length < MOST_BYTES_KEPT) this.#lines = rest.toString();
      else if (!this.#failing) {
        this.#failing = true;
        process.stderr.write(`The log cannot be written: ${message}. Lines are dropped until it can.\n`);
      }
    }
  }
}

/** As pino would write it, at a quarter of its time; nothing in it needs an escape. */
function written({ requestId, operation, status, ms, account }: Answered): string {
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
