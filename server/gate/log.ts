import pino, { type Logger } from 'pino';
import type { Config } from '../config.ts';

/** To standard output: JSON lines for machines, and on a terminal lines to read. Never a key, a body or a query. */
export function logger(level: Config['logLevel'], terminal: boolean): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return terminal ? pino(options, { write: (line) => process.stdout.write(readable(line)) }) : pino(options);
}

function readable(line: string): string {
  const { time, level, msg, err, ...rest } = JSON.parse(line);
  const facts = Object.entries(rest).map(([name, value]) => `${name}=${value}`);
  const error = err === undefined ? '' : `\n${err.stack ?? err.message}`;
  return `${time.slice(11, 19)} ${level === 'info' ? '' : `${level.toUpperCase()} `}${[msg, ...facts].filter(Boolean).join(' ')}${error}\n`;
}
