import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { Valkey } from 'iovalkey';
import type { Certificate } from './certificate.ts';
import { freePort } from './free-port.ts';

const SERVER = ['valkey-server', 'redis-server'].find((name) => {
  try {
    execFileSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
});

/** Why tests on a real server are left out, if they are: a suite takes it as its `skip`. */
export const NO_VALKEY: string | false =
  SERVER === undefined && 'left out, for there is no valkey-server or redis-server on the PATH';

/** Ends the server given as "$@" when nobody is there any more to want it, however its tests ended. */
const KEEPER = '"$@" >/dev/null 2>&1 </dev/null & echo $!; read -r _; kill -KILL $! 2>/dev/null; wait';

export interface CounterServer {
  /** As ROLLBOOK_COUNTERS has it, without user and password. */
  address: string;
  port: number;
  /** SIGSTOP hangs it, SIGCONT wakes it, SIGKILL ends it. */
  signal: (name: NodeJS.Signals) => void;
  /** Again on the same port, with nothing of what it knew. */
  start: () => Promise<void>;
  /** Asked beside the service, as its operator would. */
  ask: (command: string, ...words: string[]) => Promise<unknown>;
  stop: () => Promise<void>;
}

/** A real server on a free port, which keeps nothing. */
export const startValkey = (...settings: string[]): Promise<CounterServer> => startServer(settings);

/** One that speaks TLS and nothing else. */
export const startSecureValkey = (files: Certificate, ...settings: string[]): Promise<CounterServer> =>
  startServer(settings, files);

async function startServer(settings: string[], files?: Certificate): Promise<CounterServer> {
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
  const words = [SERVER ?? '', ...ports, '--bind', '127.0.0.1', '--save', ''];
  let pid = 0;
  let keeper: ReturnType<typeof keep> | undefined;
  const keep = () =>
    spawn('sh', ['-c', KEEPER, 'keeper', ...words, '--appendonly', 'no', ...settings], {
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
      // One that wants a password is up as well.
      const said = await ask('PING').catch((error: Error) => error.message);
      if (said === 'PONG' || /NOAUTH/.test(String(said))) return;
      await pause(20);
    }
    await stop();
    throw new Error(`${SERVER} does not start`);
  };
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
