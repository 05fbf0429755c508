import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { cleanUpAtEnd } from './cleanup.ts';
import { conforms } from './conformance.ts';
import { isReachedByTests, newDatabase } from './database.ts';
import { newAccount } from './new-account.ts';

/** Black-box tests use only the launcher and HTTP; accounts are made, and most commands run, beside the service. */
export const LAUNCHER = join(import.meta.dirname, '../cli/rollbook');

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the body that it expects
  body: any;
}

export interface Account {
  id: string;
  write: string;
  read: string;
}

/** A service of which a test sees only what it answers. */
export interface RunningService {
  /** Such as http://127.0.0.1:40123 */
  url: string;
  database: string;
  /** Runs a command and returns its value; throws its error message. */
  // biome-ignore lint/suspicious/noExplicitAny: each command prints a value of its own shape
  command: (...args: string[]) => Promise<any>;
  /** Creates an account with a write key and a read key. */
  account: () => Promise<Account>;
  /** Sends a request to a path under /v1 and checks the response against the served openapi.json. */
  call: (
    key: string | undefined,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
    signal?: AbortSignal,
  ) => Promise<Answer>;
  /** The same below /beta, and its openapi.json. */
  callBeta: RunningService['call'];
}

/** A service that the test has started itself. */
export interface Service extends RunningService {
  process: ChildProcess;
  /** All output so far. */
  stdout: () => string;
  stderr: () => string;
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

export interface StartOptions {
  /** Settings such as ROLLBOOK_READ_LIMIT. Rate limits are very high unless set. */
  env?: Record<string, string>;
  args?: string[];
  /** The `cli/rollbook` to run; otherwise that of this checkout. */
  launcher?: string;
  /** An existing database; otherwise a new one is created and removed with the service. */
  database?: string;
  /** The words before the command, such as those that run it on another machine. */
  wrapper?: readonly string[];
}

export const HIGH_LIMITS = { ROLLBOOK_READ_LIMIT: '1000000', ROLLBOOK_WRITE_LIMIT: '1000000' };

/** Killed with this process, if it fails before a test could clean up. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export async function startService({
  env = {},
  args = [],
  launcher = LAUNCHER,
  database,
  wrapper = [],
}: StartOptions = {}): Promise<Service> {
  const ownDatabase = database === undefined ? await newDatabase() : undefined;
  const settings = {
    ROLLBOOK_DATABASE: database ?? (ownDatabase?.address as string),
    ROLLBOOK_PORT: '0',
    ...HIGH_LIMITS,
    ...env,
  };
  const [program, ...words] = [...wrapper, launcher, 'serve', ...args] as [string, ...string[]];
  const child = spawn(program, words, {
    env: { ...bareEnvironment(), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data) => {
    stdout += data;
  });
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  // `close` comes when all output has been read too.
  const exited = once(child, 'close') as Promise<[number | null]>;
  cleanUpAtEnd(async () => {
    child.kill('SIGKILL');
    await exited;
    await ownDatabase?.remove();
  });
  const url = await readAddress(child.stderr);
  if (url === undefined) {
    await exited;
    throw new Error(`serve exited: ${stderr}${stdout}`);
  }

  return {
    ...connectService(url, settings.ROLLBOOK_DATABASE),
    process: child,
    stdout: () => stdout,
    stderr: () => stderr,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      const [code] = await exited;
      await ownDatabase?.remove();
      return code;
    },
  };
}

/** A service that runs already, and its database. */
export function connectService(url: string, database: string): RunningService {
  const command = (...words: string[]) => runCommand(words, database);
  return {
    url,
    database,
    command,
    async account() {
      if (isReachedByTests(database)) return newAccount(database);
      const { accountId, keys } = await command('account', 'create', 'tester', '--keys', 'write,read');
      const [write, read] = keys;
      return { id: accountId, write: write.apiKey, read: read.apiKey };
    },
    call: createCall(url),
    callBeta: createCall(url, '/beta'),
  };
}

/** `Service.call` for a service or proxy at this URL. */
export const createCall =
  (url: string, prefix = '/v1'): Service['call'] =>
  async (key, method, path, body, headers = {}, signal) => {
    const response = await fetch(`${url}${prefix}${path}`, {
      method,
      signal: signal ?? null,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = {
      status: response.status,
      headers: response.headers,
      text,
      body: text === '' ? undefined : JSON.parse(text),
    };
    await conforms(url + prefix, method, path, answer);
    return answer;
  };

const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array;

/** The environment without the developer's own ROLLBOOK_ settings and login, and without copies of each database. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const env = Object.entries(process.env).filter(([name]) => !name.startsWith('ROLLBOOK_'));
  return { ...Object.fromEntries(env), ROLLBOOK_BACKUPS: 'off', XDG_CONFIG_HOME: '/nonexistent' };
}

async function readAddress(stream: NodeJS.ReadableStream): Promise<string | undefined> {
  for await (const line of createInterface({ input: stream })) {
    const address = /http:\/\/[^\s/]+:\d+/.exec(line)?.[0];
    if (address !== undefined) return address;
  }
  return undefined;
}

/**
 * Runs a command in this process and returns the value that it would print with --json. Those of `test/commands` and
 * what must not block a test are processes.
 */
// biome-ignore lint/suspicious/noExplicitAny: each command has a value of its own shape
export async function runCommand(words: string[], database: string): Promise<any> {
  const { describeFailure, execute } = await import('../cli/run-command.ts');
  const { findCommand } = await import('../cli/parse.ts');
  const command = findCommand(words);
  assert.ok(command, words.join(' '));
  const rest = [...words.slice(command.words.split(' ').length), '--json'];
  const env = { ...bareEnvironment(), ROLLBOOK_DATABASE: database };
  const result = await execute(command, rest, env).catch((error: Error) => {
    const { message, exitCode } = describeFailure(error);
    throw Object.assign(new Error(message, { cause: error }), { exitCode });
  });
  const { value, exitCode = 0 } = result ?? {};
  if (exitCode !== 0) throw Object.assign(new Error(JSON.stringify(value)), { exitCode });
  return value && JSON.parse(JSON.stringify(value));
}
