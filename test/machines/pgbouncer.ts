import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { cleanUpAtEnd } from '../cleanup.ts';
import { freePort } from '../free-port.ts';
import { UNPRIVILEGED } from '../postgres/cluster.ts';

export interface PgBouncer {
  /** The address of the database through the pooler. */
  url: string;
  /** Ends the pooler as in a crash, and starts another one on the same port. */
  restart: () => Promise<void>;
}

/** Starts PgBouncer in front of the database until the current test or file ends. `settings` are lines of its file. */
export async function startPgBouncer(database: string, settings: Record<string, string>): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'rollbook-pgbouncer-'));
  const { hostname, port: serverPort, pathname } = new URL(database);
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const lines = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    max_client_conn: 400,
    default_pool_size: 100,
    ...settings,
  };
  writeFileSync(
    file,
    `[databases]\n* = host=${hostname} port=${serverPort} user=postgres\n[pgbouncer]\n${Object.entries(lines)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join('')}`,
  );
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {};
  if (user.uid !== undefined) for (const path of [folder, file]) chownSync(path, user.uid, user.gid);
  const logFile = join(folder, 'log');
  const url = `postgres://postgres@127.0.0.1:${port}${pathname}`;
  const start = async () => {
    const started = spawn('sh', ['-c', 'exec pgbouncer -q "$1" >>"$2" 2>&1', 'sh', file, logFile], {
      ...user,
      stdio: 'ignore',
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    });
    while (!(await isListening(url))) {
      if (started.exitCode !== null)
        throw new Error(`PgBouncer does not start: ${readFileSync(logFile, 'utf8')}`);
      await pause(20);
    }
    return started;
  };
  let child = await start();
  const kill = async () => {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  cleanUpAtEnd(async () => {
    await kill();
    rmSync(folder, { recursive: true });
  });
  return {
    url,
    async restart() {
      await kill();
      child = await start();
    },
  };
}

async function isListening(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
