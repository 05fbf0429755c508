import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { cleanUpAtEnd } from './cleanup.ts';
import { conforms } from './conformance.ts';
import { newDatabase } from './database.ts';

/**
 * A service started as its users start it, and spoken to as its users speak to it: the launcher, the commands
 * and HTTP. Nothing here knows what is inside, so it would serve a rewrite in another language as well.
 */
const LAUNCHER = join(import.meta.dirname, '../cli/rollbook');

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of a body, it says itself
  body: any;
}

export interface Account {
  id: string;
  write: string;
  read: string;
}

export interface Service {
  /** Such as http://127.0.0.1:40123 */
  url: string;
  database: string;
  process: ChildProcess;
  /** Everything printed so far. */
  stdout: () => string;
  stderr: () => string;
  /** Runs a command beside the server with --json and gives its value; throws the error's sentence. */
  // biome-ignore lint/suspicious/noExplicitAny: each command prints a value of its own shape
  command: (...args: string[]) => Promise<any>;
  /** A new account with a write key and a read key. */
  account: () => Promise<Account>;
  /** One API call, path below /v1; the answer is checked against the served openapi.json. */
  call: (
    key: string | undefined,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
    signal?: AbortSignal,
  ) => Promise<Answer>;
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

export interface StartOptions {
  /** Settings such as ROLLBOOK_READ_LIMIT. Limits are out of the way unless named. */
  env?: Record<string, string>;
  args?: string[];
  /** A database that is there already; otherwise a new one that goes with the service. */
  database?: string;
}

const OUT_OF_THE_WAY = { ROLLBOOK_READ_LIMIT: '1000000', ROLLBOOK_WRITE_LIMIT: '1000000' };

export async function startService({ env = {}, args = [], database }: StartOptions = {}): Promise<Service> {
  const own = database === undefined ? await newDatabase() : undefined;
  const settings = {
    ROLLBOOK_DATABASE: database ?? (own?.address as string),
    ROLLBOOK_PORT: '0',
    ...OUT_OF_THE_WAY,
    ...env,
  };
  const child = spawn(LAUNCHER, ['serve', ...args], {
    env: { ...bareEnvironment(), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data) => {
    stdout += data;
  });
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  cleanUpAtEnd(async () => {
    child.kill('SIGKILL');
    await exited;
    await own?.remove();
  });
  const url = await Promise.race([
    addressIn(child.stderr),
    exited.then(() => Promise.reject(new Error(`serve exited: ${stderr}${stdout}`))),
  ]);

  const command = (...words: string[]) => runCommand(words, settings.ROLLBOOK_DATABASE);
  const service: Service = {
    url,
    database: settings.ROLLBOOK_DATABASE,
    process: child,
    stdout: () => stdout,
    stderr: () => stderr,
    command,
    async account() {
      const { accountId, keys } = await command('account', 'create', 'tester', '--keys', 'write,read');
      const [write, read] = keys;
      return { id: accountId, write: write.apiKey, read: read.apiKey };
    },
    async call(key, method, path, body, headers = {}, signal) {
      const response = await fetch(`${url}/v1${path}`, {
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
      await conforms(url, method, path, answer);
      return answer;
    },
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      const [code] = await exited;
      await own?.remove();
      return code;
    },
  };
  return service;
}

const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array;

/** The environment without settings that whoever runs the tests may have for a service of their own. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('ROLLBOOK_')));
}

async function addressIn(stream: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stream })) {
    const address = /http:\/\/[^\s/]+:\d+/.exec(line)?.[0];
    if (address !== undefined) return address;
  }
  throw new Error('serve named no address');
}

// biome-ignore lint/suspicious/noExplicitAny: each command prints a value of its own shape
export function runCommand(words: string[], database: string): Promise<any> {
  const env = { ...bareEnvironment(), ROLLBOOK_DATABASE: database };
  return new Promise((resolve, reject) => {
    execFile(LAUNCHER, [...words, '--json'], { env }, (error, stdout, stderr) => {
      if (error === null) resolve(JSON.parse(stdout));
      else reject(Object.assign(new Error(sentenceIn(stderr)), { exitCode: error.code }));
    });
  });
}

function sentenceIn(stderr: string): string {
  try {
    return JSON.parse(stderr).error;
  } catch {
    return stderr;
  }
}
