import { isIP } from 'node:net';
import { RATE_LIMITS } from '../contract/limits.ts';
import { hideCredentials, looksLikeAddress } from './errors/hide-credentials.ts';
import { UserError } from './errors/user-error.ts';
import { splitHosts } from './split-hosts.ts';

/** Set by environment variable (ROLLBOOK_READ_LIMIT) or, for `serve`, by flag (--read-limit). */
interface Setting<T> {
  readonly help: string;
  readonly defaultValue: T;
  /** Throws an error whose message ends a sentence: "must be …". */
  readonly parse: (text: string) => T;
}

const setting = <T>(defaultValue: T, help: string, parse: (text: string) => T): Setting<T> => ({
  help,
  defaultValue,
  parse,
});

const SIGNUP = ['closed', 'invite', 'open'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

export const SETTINGS = {
  host: setting('127.0.0.1', 'Address to listen on', listenHost),
  port: setting(8787, 'Port to listen on; 0 picks a free port', integer(0, 65_535)),
  publicUrl: setting<string | undefined>(
    undefined,
    'Public base URL, if clients reach the server through a proxy',
    httpUrl,
  ),
  database: setting('sqlite:data/rollbook.db', 'Database: sqlite:PATH or postgres://…', database),
  counters: setting(
    'memory',
    'Where reads are counted: memory, or postgres for all instances of a region',
    counters,
  ),
  region: setting('default', 'Region name; instances of a region share read counts', regionName),
  readLimit: setting<number>(
    RATE_LIMITS.read.perWindow,
    'Reads per account and minute',
    integer(1, 1_000_000_000),
  ),
  writeLimit: setting<number>(
    RATE_LIMITS.write.perWindow,
    'Writes per account and ten minutes',
    integer(1, 1_000_000_000),
  ),
  logLevel: setting<(typeof LOG_LEVELS)[number]>(
    'info',
    `Minimum log level: ${LOG_LEVELS.join(', ')}`,
    oneOf(LOG_LEVELS),
  ),
  metricsPort: setting<number | undefined>(
    undefined,
    'Port for Prometheus metrics at /metrics; off if not set',
    integer(0, 65_535),
  ),
  corsOrigins: setting<readonly string[]>(
    [],
    'Allowed CORS origins, separated by commas; * allows all',
    origins,
  ),
  signup: setting<(typeof SIGNUP)[number]>(
    'invite',
    `Who may sign up in the console: ${SIGNUP.join(', ')}`,
    oneOf(SIGNUP),
  ),
  oauth: setting<boolean | undefined>(
    undefined,
    'Let apps ask the player to connect them: on or off; if not set, on where the public URL is https without a path, and on loopback',
    (text) => (text.trim() === '' ? undefined : onOrOff(text)),
  ),
  clientDocuments: setting<boolean>(
    true,
    'Read the documents that apps name as their ID, from public https addresses, when a player is asked: on or off',
    onOrOff,
  ),
  history: setting<boolean>(true, 'Record who changed what in each roster: on or off', onOrOff),
  trustedProxies: setting<readonly string[]>(
    [],
    'Proxies whose X-Forwarded-For is believed: addresses or CIDR, separated by commas',
    addressRanges,
  ),
  catalogueSource: setting<string | undefined>(
    undefined,
    'Address from which the catalogue is refreshed daily; if not set, an operator chooses on the server page',
    (text) => (text.trim() === '' ? undefined : sourceAddress(text)),
  ),
  securityContact: setting<string | undefined>(
    undefined,
    'Where to report security problems, for /.well-known/security.txt: an e-mail or https address',
    contact,
  ),
  portraits: setting<string | undefined>(
    undefined,
    'Folder of portraits of students, such as 10000.webp; none are shipped; if not set, "portraits" beside a SQLite database',
    folder,
  ),
  backups: setting(
    '',
    'Folder for daily backups of SQLite, or off; if not set, the folder "backups" beside the database',
    backups,
  ),
} as const;

export type SettingName = keyof typeof SETTINGS;
export type Config = { readonly [Name in SettingName]: (typeof SETTINGS)[Name]['defaultValue'] };

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];
export const toEnvName = (name: SettingName): string =>
  `ROLLBOOK_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
export const toFlagName = (name: SettingName): string => name.replace(/[A-Z]/g, '-$&').toLowerCase();

/** Used by the guide's client samples, so they may be set in the same shell. */
const CLIENT_VARIABLES: readonly string[] = ['ROLLBOOK_URL', 'ROLLBOOK_KEY'];

export interface SettingProblem {
  /** Undefined if there is no such setting. */
  readonly setting: SettingName | undefined;
  /** A sentence for the operator. */
  readonly message: string;
}

/** Flags override the environment. Reports all invalid settings at once. */
export function readConfig(env: NodeJS.ProcessEnv, flags: Record<string, unknown> = {}): Config {
  const { config, problems } = inspectConfig(env, flags);
  if (problems.length > 0) throw new UserError(problems.map(({ message }) => message).join('\n'));
  return config;
}

/** The configuration has the default in place of what is invalid. */
export function inspectConfig(
  env: NodeJS.ProcessEnv,
  flags: Record<string, unknown> = {},
): { config: Config; problems: SettingProblem[] } {
  const problems: SettingProblem[] = [];
  const known = new Set([...SETTING_NAMES.map(toEnvName), ...CLIENT_VARIABLES]);
  for (const name of Object.keys(env))
    if (name.startsWith('ROLLBOOK_') && !known.has(name))
      problems.push({
        setting: undefined,
        message: `${name} is not a setting. \`rollbook serve --help\` lists them.`,
      });
  const values: Record<string, unknown> = {};
  for (const name of SETTING_NAMES) {
    const flag = flags[toFlagName(name)];
    const text = typeof flag === 'string' ? flag : env[toEnvName(name)];
    try {
      values[name] = text === undefined ? SETTINGS[name].defaultValue : SETTINGS[name].parse(text);
    } catch (error) {
      values[name] = SETTINGS[name].defaultValue;
      const source = typeof flag === 'string' ? `--${toFlagName(name)}` : toEnvName(name);
      problems.push({
        setting: name,
        message: `${source} ${(error as Error).message}, not ${JSON.stringify(hideCredentials(text ?? ''))}.`,
      });
    }
  }
  if (values.counters === 'postgres' && !isPostgres(String(values.database)))
    problems.push({
      setting: 'counters',
      message: `${toEnvName('counters')}=postgres keeps the counters in the database, so ${toEnvName('database')} must be postgres://….`,
    });
  if (values.oauth === true && !canConnectApps(values as Config))
    problems.push({
      setting: 'oauth',
      message: `${toEnvName('oauth')}=on needs an address that is safe to be let in at: set ${toEnvName('publicUrl')} to the https address of the server, without a path.`,
    });
  return { config: Object.freeze(values) as Config, problems };
}

function listenHost(text: string): string {
  if (text.trim() === '' || looksLikeAddress(text)) throw new Error('must be an address, such as 127.0.0.1');
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

function oneOf<T extends string>(values: readonly T[]): (text: string) => T {
  return (text) => {
    if (!values.includes(text as T)) throw new Error(`must be ${values.join(', ')}`);
    return text as T;
  };
}

function onOrOff(text: string): boolean {
  return oneOf(['on', 'off'])(text) === 'on';
}

function regionName(text: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/.test(text))
    throw new Error('must be a short word of letters, digits, dots and dashes');
  return text;
}

function httpUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // `search` and `hash` are empty for a lone ? or #, which `href` keeps.
  if (!url || !/^https?:$/.test(url.protocol) || url.username + url.password !== '' || /[?#]/.test(url.href))
    throw new Error('must be an http or https address without user name, password, query or fragment');
  // The lookbehind keeps the regular expression linear on long runs of slashes.
  return url.href.replace(/(?<!\/)\/+$/, '');
}

/** Without encryption, what is fetched may be changed on the way, except on this machine. */
export function sourceAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (
    !url ||
    !isAllowed ||
    url.username + url.password !== '' ||
    /[?#]/.test(url.href) ||
    url.href.length > 2_000
  )
    throw new Error(
      'must be an https address (http on this machine only) without user name, password, query or fragment',
    );
  return url.href;
}

/** Without encryption, the key of an app could be read on the way, except on this machine. */
function canConnectApps({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): boolean {
  if (publicUrl === undefined) return isLoopback(host) || host === '::1';
  const { protocol, hostname, pathname } = new URL(publicUrl);
  return (protocol === 'https:' || isLoopback(hostname)) && pathname === '/';
}

/** True if apps can be connected. */
export const connectsApps = (config: Config): boolean => config.oauth ?? canConnectApps(config);

/** URL writes every IPv4 address in its usual form. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);

export const isPostgres = (database: string): boolean => /^postgres(ql)?:\/\//.test(database);

/** The file that ROLLBOOK_DATABASE names. */
export const sqlitePath = (database: string): string => database.replace(/^sqlite:/, '');

function database(text: string): string {
  const isFile = /^sqlite:.+/.test(text) && !looksLikeAddress(sqlitePath(text));
  if (!isFile && !(isPostgres(text) && splitHosts(text).every(isHostAddress)))
    throw new Error(
      'must be sqlite:PATH or postgres://USER@HOST/DATABASE, with / ? # @ in a password as %2F %3F %23 %40',
    );
  return text;
}

/** The rest of a password with such characters would be the name of a host or database, which messages show. */
function isHostAddress(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url !== undefined && !/[@#]/.test(url.pathname + url.search + url.hash);
}

function counters(text: string): string {
  if (text !== 'memory' && text !== 'postgres') throw new Error('must be memory or postgres');
  return text;
}

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

function addressRanges(text: string): readonly string[] {
  const list = splitList(text);
  for (const range of list)
    if (!isAddressRange(range)) throw new Error('must be IP addresses or CIDR ranges such as 10.0.0.0/8');
  return Object.freeze(list);
}

function isAddressRange(range: string): boolean {
  const [, address = '', bits] = /^([^/%]+)(?:\/(0|[1-9]\d{0,2}))?$/.exec(range) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(bits ?? 0) <= (version === 4 ? 32 : 128);
}

/** Empty, as compose.yaml passes it on where it is not set, means none. The start checks that it can be read. */
function folder(text: string): string | undefined {
  if (looksLikeAddress(text)) throw new Error('must be a folder on this machine');
  return text.trim() === '' ? undefined : text;
}

/** Empty means the default. A word that was meant as a switch must not become a folder. */
function backups(text: string): string {
  if (
    (text !== 'off' && /^(on|off|true|false|yes|no|none|0|1)$/i.test(text.trim())) ||
    looksLikeAddress(text)
  )
    throw new Error('must be a folder on this machine, or off');
  return text.trim() === '' ? '' : text;
}

/** Empty means none, as for a folder. */
function contact(text: string): string | undefined {
  const address = text.trim();
  if (address === '') return undefined;
  const uri = /^[^\s:/?#@]+@[^\s:/?#@]+$/.test(address) ? `mailto:${address}` : address;
  if (!/^(https:\/\/|mailto:|tel:)\S+$/.test(uri) || !URL.canParse(uri) || new URL(uri).password !== '')
    throw new Error(
      'must be an e-mail address, or an address without a password that begins with https:, mailto: or tel:',
    );
  return new URL(uri).href;
}

function origins(text: string): readonly string[] {
  const list = splitList(text);
  for (const origin of list)
    if (origin !== '*' && !(URL.canParse(origin) && new URL(origin).origin === origin))
      throw new Error('must be origins such as https://example.com, without a path');
  return Object.freeze(list);
}
