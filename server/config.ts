import { RATE_LIMITS } from '../contract/limits.ts';
import { UserError } from './user-error.ts';

/** What the service can be told: by environment (ROLLBOOK_READ_LIMIT) or, for `serve`, by flag (--read-limit). */
interface Setting<T> {
  readonly help: string;
  readonly initial: T;
  /** Throws the reason as the end of a sentence: "must be …". */
  readonly parse: (text: string) => T;
}

const setting = <T>(initial: T, help: string, parse: (text: string) => T): Setting<T> => ({
  help,
  initial,
  parse,
});

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

export const SETTINGS = {
  host: setting('127.0.0.1', 'address to listen on', required),
  port: setting(8787, 'port to listen on; 0 takes a free one', integer(0, 65_535)),
  publicUrl: setting<string | undefined>(undefined, 'address under which callers reach it', httpUrl),
  database: setting(
    'sqlite:data/rollbook.db',
    'where the state is kept: sqlite:PATH or postgres://…',
    database,
  ),
  counters: setting('memory', 'where reads are counted: memory, postgres or valkey://…', counters),
  region: setting('default', 'name of the region in which reads are counted together', word),
  readLimit: setting<number>(
    RATE_LIMITS.read.perWindow,
    'reads of an account a minute',
    integer(1, 1_000_000_000),
  ),
  writeLimit: setting<number>(
    RATE_LIMITS.write.perWindow,
    'writes of an account in ten minutes',
    integer(1, 1_000_000_000),
  ),
  logLevel: setting<(typeof LOG_LEVELS)[number]>(
    'info',
    `least level logged: ${LOG_LEVELS.join(', ')}`,
    oneOf(LOG_LEVELS),
  ),
  metricsPort: setting<number | undefined>(
    undefined,
    'port for Prometheus, /metrics; none if not said',
    integer(0, 65_535),
  ),
  corsOrigins: setting<readonly string[]>(
    [],
    'origins whose pages may call, with commas between; * is any',
    origins,
  ),
} as const;

export type SettingName = keyof typeof SETTINGS;
export type Config = { readonly [Name in SettingName]: (typeof SETTINGS)[Name]['initial'] };

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];
export const envOf = (name: SettingName): string => `ROLLBOOK_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
export const flagOf = (name: SettingName): string => name.replace(/[A-Z]/g, '-$&').toLowerCase();

/** What the samples of the guide read: whoever has set them for a client may start commands beside it. */
const OF_CLIENTS: readonly string[] = ['ROLLBOOK_URL', 'ROLLBOOK_KEY'];

/** Flags win over the environment. Every fault is reported, not only the first. */
export function readConfig(env: NodeJS.ProcessEnv, flags: Record<string, unknown> = {}): Config {
  const faults: string[] = [];
  const known = new Set([...SETTING_NAMES.map(envOf), ...OF_CLIENTS]);
  for (const name of Object.keys(env))
    if (name.startsWith('ROLLBOOK_') && !known.has(name))
      faults.push(`${name} is not a setting. \`rollbook serve --help\` lists them.`);
  const values: Record<string, unknown> = {};
  for (const name of SETTING_NAMES) {
    const flag = flags[flagOf(name)];
    const text = typeof flag === 'string' ? flag : env[envOf(name)];
    try {
      values[name] = text === undefined ? SETTINGS[name].initial : SETTINGS[name].parse(text);
    } catch (error) {
      const said = typeof flag === 'string' ? `--${flagOf(name)}` : envOf(name);
      faults.push(
        `${said} ${(error as Error).message}, not ${JSON.stringify(text?.replace(PASSWORD, '$1…@'))}.`,
      );
    }
  }
  if (values.counters === 'postgres' && !isPostgres(String(values.database)))
    faults.push(
      `${envOf('counters')}=postgres counts beside the state, so ${envOf('database')} must be postgres://….`,
    );
  if (faults.length > 0) throw new UserError(faults.join('\n'));
  return Object.freeze(values) as Config;
}

function required(text: string): string {
  if (text.trim() === '') throw new Error('must not be empty');
  return text;
}

function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max)
      throw new Error(`must be a whole number from ${min} to ${max}`);
    return value;
  };
}

function oneOf<T extends string>(words: readonly T[]): (text: string) => T {
  return (text) => {
    if (!words.includes(text as T)) throw new Error(`must be ${words.join(', ')}`);
    return text as T;
  };
}

function word(text: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/.test(text))
    throw new Error('must be a short word of letters, digits, dots and dashes');
  return text;
}

function httpUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '' || url.username !== '')
    throw new Error('must be an http or https address without query');
  // Without looking back, a slash before each slash would make it square.
  return url.href.replace(/(?<!\/)\/+$/, '');
}

/** What stands before the host of an address is nobody's business but its owner's. */
const PASSWORD = /^([^:]*:).*@/s;

export const isPostgres = (database: string): boolean => /^postgres(ql)?:\/\//.test(database);

function database(text: string): string {
  if (!/^sqlite:.+/.test(text) && !(isPostgres(text) && URL.canParse(text)))
    throw new Error('must be sqlite:PATH or postgres://USER@HOST/DATABASE');
  return text;
}

export const isValkey = (counters: string): boolean => /^(valkey|redis)s?:\/\//.test(counters);

function counters(text: string): string {
  if (text === 'memory' || text === 'postgres') return text;
  const url = isValkey(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (
    !url?.hostname ||
    !/^(\/\d*)?$/.test(url.pathname) ||
    url.search + url.hash !== '' ||
    !isEncoded(url.username + url.password)
  )
    throw new Error('must be memory, postgres or valkey://USER:PASSWORD@HOST:PORT/DATABASE');
  return text;
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function origins(text: string): readonly string[] {
  const list = text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  for (const one of list)
    if (one !== '*' && !(URL.canParse(one) && new URL(one).origin === one))
      throw new Error('must be origins such as https://example.com, without a path');
  return Object.freeze(list);
}
