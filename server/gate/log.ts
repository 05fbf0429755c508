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
  const gathered = pino.destination({
    dest: 1,
    minLength: GATHER_BYTES,
    periodicFlush: GATHER_MS,
    sync: true,
  });
  // A full disk must not end the service with the log: what cannot be written is dropped, and said so once.
  gathered.once('error', (error) => {
    process.stderr.write(`The log cannot be written: ${error.message}. Lines are dropped.\n`);
    gathered.on('error', () => {});
  });
  process.on('exit', () => {
    try {
      gathered.flushSync();
    } catch {
      // Nobody is left to tell.
    }
  });
  const events = pino(options, gathered);
  return {
    events,
    answered: events.isLevelEnabled('info') ? (line) => gathered.write(written(line)) : () => {},
  };
}

/** As pino would write it, at a quarter of its time; nothing in it needs an escape. */
function written({ requestId, operation, status, ms, account }: Answered): string {
  const whose = account === undefined ? '' : `,"account":"${account}"`;
  return `{"level":"info","time":"${new Date().toISOString()}","requestId":"${requestId}","operation":"${operation}","status":${status},"ms":${ms.toFixed(2)}${whose}}\n`;
}

function readable(line: string): string {
  const { time, level, msg, err, ...rest } = JSON.parse(line);
  const facts = Object.entries(rest).map(
    ([name, value]) => `${name}=${typeof value === 'number' ? Math.round(value * 100) / 100 : value}`,
  );
  const error = err === undefined ? '' : `\n${err.stack ?? err.message}`;
  return `${time.slice(11, 19)} ${level === 'info' ? '' : `${level.toUpperCase()} `}${[msg, ...facts].filter(Boolean).join(' ')}${error}\n`;
}
