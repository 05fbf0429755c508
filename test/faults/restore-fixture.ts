import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach } from 'node:test';
import { query } from '../database.ts';
import { TRACE } from '../launch.ts';
import { startService } from '../service.ts';
import { spawnCommand } from '../spawn-command.ts';

/** The folder of a backup whose database has one account, "saved". */
export let shared: string;
export let backup: string;
/** The folder, database file and database address of one test. */
export let folder: string;
export let file: string;
export let database: string;
/** A database file with one account, "later". */
let later: string;
let testCount = 0;

before(async () => {
  shared = await mkdtemp(join(tmpdir(), 'rollbook-restore-'));
  backup = join(shared, 'backup.db');
  const saved = `sqlite:${join(shared, 'saved.db')}`;
  await createDatabase(saved, 'saved');
  await spawnCommand(['backup', backup], saved);
  later = join(shared, 'later.db');
  await createDatabase(`sqlite:${later}`, 'later');
});
beforeEach(async () => {
  folder = join(shared, String(++testCount));
  await mkdir(folder);
  file = join(folder, 'rollbook.db');
  database = `sqlite:${file}`;
});
after(() => rm(shared, { recursive: true, force: true }));

export const restore = (
  from = backup,
  to = database,
): Promise<{ database: string; backup: string; kept: string | null }> => spawnCommand(['restore', from], to);
export const accountsIn = async (path: string): Promise<unknown[]> =>
  (await query(`sqlite:${path}`, 'SELECT name FROM account ORDER BY name')).map(({ name }) => name);
/** The other files in the folder of the database. */
export const otherFiles = (): string[] => readdirSync(folder).filter((name) => name !== 'rollbook.db');
/** Creates the database with one account, "later". A command has closed the original, so it has no other files. */
export const createLaterDatabase = () => copyFile(later, file);

/** Creates a database with one account. */
async function createDatabase(address: string, name: string): Promise<void> {
  await spawnCommand(['migrate'], address);
  await spawnCommand(['account', 'create', name], address);
}

/** The folder that the killed service has left. */
let killed: Promise<string> | undefined;

/** Leaves the files of a killed service: the account "later" is only in the write-ahead log. */
export async function leaveKilledDatabase(): Promise<void> {
  killed ??= killService();
  await cp(await killed, folder, { recursive: true });
  assert.ok((await stat(`${file}-wal`)).size > 0);
}

async function killService(): Promise<string> {
  const left = join(shared, 'killed');
  await mkdir(left);
  const service = await startService({ database: `sqlite:${join(left, 'rollbook.db')}` });
  await service.command('account', 'create', 'later');
  await service.stop('SIGKILL');
  return left;
}

export async function assertRefused(from: string, message: RegExp): Promise<void> {
  const before = await contentOf(folder);
  await assert.rejects(restore(from), (error: Error & { exitCode?: number }) => {
    assert.match(error.message, message);
    assert.match(error.message, /^\S+ [^\n]+\.$/, 'the error is not one line');
    assert.doesNotMatch(error.message, TRACE);
    assert.equal(error.exitCode, 1);
    return true;
  });
  assert.deepEqual(await contentOf(folder), before, 'a file was changed');
}

export async function contentOf(path: string): Promise<Record<string, string>> {
  const names = readdirSync(path).filter((name) => !/-(wal|shm)$/.test(name));
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, hash('sha256', await readFile(join(path, name)))])),
  );
}
