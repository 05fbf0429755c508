import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { Valkey } from 'iovalkey';
import type { Certificate } from './certificate.ts';
import { cleanUpAtEnd } from './cleanup.ts';
import { freePort } from './free-port.ts';

export const SERVER: string | undefined = ['valkey-server', 'redis-server'].find((name) => {
  try {
    execFileSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
});

/** The `skip` option of tests that need a Valkey or Redis server. */
export const NO_VALKEY: string | false =
  SERVER === undefined && 'neither valkey-server nor redis-server is on the PATH';

/** Runs the server given as "$@" and kills it when stdin closes, which also happens when the test process dies. */
const KEEPER = '"$@" >/dev/null 2>&1 </dev/null & echo $!; read -r _; kill -KILL $! 2>/dev/null; wait';

export interface CounterServer {
  /** The value for ROLLBOOK_COUNTERS, without user and password. */
  address: string;
  port: number;
  /** Sends a signal to the server process. */
  signal: (name: NodeJS.Signals) => void;
  /** Starts the server again on the same port, without its data. */
  start: () => Promise<void>;
  /** Sends a command on a connection of its own. */
  ask: (command: string, ...words: string[]) => Promise<unknown>;
  stop: () => Promise<void>;
}

/** Starts a server on a free port, without persistence. */
export const startValkey = (...settings: string[]): Promise<CounterServer> => startServer({ settings });

/** Starts a server that accepts only TLS. */
export const startSecureValkey = (files: Certificate, ...settings: string[]): Promise<CounterServer> =>
  startServer({ settings, files });

export interface ServerOptions {
  /** Words such as `--requirepass`, `secret`. */
  settings?: string[];
  /** For a server that accepts only TLS. */
  files?: Certificate | undefined;
  /** The password that `ask` sends. */
  password?: string | undefined;
  /** A file that the server may write. */
  configFile?: string;
}

export async function startServer({
  settings = [],
  files,
  password,
  configFile,
}: ServerOptions): Promise<CounterServer> {
  const port = await freePort();
  const ports = files === undefined ? ['--port', `${port}`] : ['--port', '0', '--tls-port', `${port}`];
  const tls = files && {
    ca: readFileSync(files.authority),
    cert: readFileSync(files.certificate),
    key: readFileSync(files.key),
  };
  if (files !== undefined)
    ports.push(
      ...['--tls-cert-file', files.certificate, '--tls-key-file', files.key],
      ...['--tls-ca-cert-file', files.authority, '--tls-auth-clients', 'no'],
    );
  const words = [SERVER ?? '', ...(configFile === undefined ? [] : [configFile]), ...ports];
  words.push('--bind', '127.0.0.1', ...settings);
  if (!settings.includes('--sentinel')) words.push('--save', '', '--appendonly', 'no');
  let pid = 0;
  let keeper: ReturnType<typeof keep> | undefined;
  const keep = () =>
    spawn('sh', ['-c', KEEPER, 'keeper', ...words], {
      cwd: tmpdir(),
      detached: true,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
  const stop = async () => {
    if (keeper === undefined) return;
    const exited = once(keeper, 'exit');
    keeper.stdin.end();
    await exited;
    keeper = undefined;
  };
  const ask: CounterServer['ask'] = async (command, ...rest) => {
    const client = new Valkey({
      port,
      host: '127.0.0.1',
      lazyConnect: true,
      retryStrategy: () => null,
      ...(tls && { tls }),
      ...(password !== undefined && { password }),
    });
    client.on('error', () => {});
    try {
      return await client.call(command, ...rest);
    } finally {
      client.disconnect();
    }
  };
  const start = async () => {
    await stop();
    keeper = keep();
    const [line] = await once(createInterface({ input: keeper.stdout }), 'line');
    pid = Number(line);
    for (let attempt = 0; attempt < 1000; attempt += 1) {
      // NOAUTH means that the server is up and requires a password.
      const reply = await ask('PING').catch((error: Error) => error.message);
      if (reply === 'PONG' || /NOAUTH/.test(String(reply))) return;
      await pause(20);
    }
    await stop();
    throw new Error(`${SERVER} does not start`);
  };
  cleanUpAtEnd(stop);
  await start();
  return {
    address: `${files === undefined ? 'valkey' : 'valkeys'}://127.0.0.1:${port}`,
    port,
    signal: (name) => void process.kill(pid, name),
    start,
    ask,
    stop,
  };
}
