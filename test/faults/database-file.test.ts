import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { requestText } from '../blackbox/raw-connection.ts';
import { launch, TRACE } from '../launch.ts';
import { startService } from '../service.ts';
import { until } from '../until.ts';
import { connectTo } from '../wire.ts';

const UID = '10010';
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollbook-file-'));
});
after(() => rm(folder, { recursive: true, force: true }));

/** `serve` gives up on the file: one sentence, no inside. */
async function refuses(file: string): Promise<string> {
  const outcome = await launch(['serve'], { ROLLBOOK_PORT: '0', ROLLBOOK_DATABASE: `sqlite:${file}` });
  assert.ok(outcome.code !== null && outcome.code !== 0, `it should have refused: ${outcome.stderr}`);
  assert.doesNotMatch(outcome.stderr + outcome.stdout, TRACE);
  const said = outcome.stderr.trim();
  assert.match(said, /^\S+ .+$/, 'one line');
  return said;
}

/** A database as a service leaves it. */
async function database(name: string): Promise<string> {
  const file = join(folder, name);
  const service = await startService({ database: `sqlite:${file}` });
  assert.equal(await service.stop(), 0);
  return file;
}

test('a folder that cannot be there', async () => {
  await writeFile(join(folder, 'file'), '');
  await refuses(join(folder, 'file', 'rollbook.db'));
});

test('a folder in place of the file', async () => {
  await mkdir(join(folder, 'folder.db'));
  await refuses(join(folder, 'folder.db'));
});

test('random bytes', async () => {
  const file = join(folder, 'random.db');
  await writeFile(file, randomBytes(64 * 1024));
  await refuses(file);
});

test('a database of something else stays as it is', async () => {
  const file = join(folder, 'other.db');
  const other = new DatabaseSync(file);
  other.exec(
    "CREATE TABLE account (id INTEGER PRIMARY KEY, note TEXT); INSERT INTO account VALUES (1, 'mine')",
  );
  await refuses(file);
  assert.deepEqual({ ...other.prepare('SELECT * FROM account').get() }, { id: 1, note: 'mine' });
  other.close();
});

test('a schema newer than the service', async () => {
  const file = await database('newer.db');
  const future = new DatabaseSync(file);
  const row = { ...future.prepare('SELECT * FROM migration ORDER BY 1 DESC').get() };
  const [version = ''] = Object.keys(row);
  const values = { ...row, [version]: Number(row[version]) + 1 };
  const marks = Object.keys(values).map(() => '?');
  future.prepare(`INSERT INTO migration VALUES (${marks})`).run(...Object.values(values));
  future.close();
  await refuses(file);
});

test('a new file locked by another process', async () => {
  const file = join(folder, 'locked.db');
  const holder = new DatabaseSync(file);
  holder.exec('CREATE TABLE held (id INTEGER); BEGIN EXCLUSIVE; INSERT INTO held VALUES (1)');
  try {
    assert.match(await refuses(file), /locked|busy|in use|another process/i);
  } finally {
    holder.exec('ROLLBACK');
    holder.close();
  }
});

test('while another process holds the lock reads go on and writes are 503, afterwards all is well', async () => {
  const file = join(folder, 'held.db');
  const service = await startService({ database: `sqlite:${file}` });
  const holder = new DatabaseSync(file);
  try {
    const { write, read } = await service.account();
    const state = { studentUid: UID, tier: 3, weaponTier: 0, level: 1 };
    assert.equal((await service.call(write, 'POST', '/me/students', state)).status, 201);
    const patch = (level: number) => service.call(write, 'PATCH', `/me/students/${UID}`, { level });
    holder.exec('BEGIN EXCLUSIVE');
    const began = performance.now();
    const waiting = patch(2);
    const waited = waiting.then(() => performance.now() - began);
    const impatient = await connectTo(service.url);
    impatient.send(requestText('DELETE', `/v1/me/students/${UID}`, { Authorization: `Bearer ${write}` }));
    impatient.cut();
    let longest = 0;
    for (let count = 0; count < 10; count++) {
      const started = performance.now();
      const { status, body } = await service.call(read, 'GET', `/me/students/${UID}`);
      assert.deepEqual([status, body.level], [200, 1]);
      longest = Math.max(longest, performance.now() - started);
    }
    const { status, body, headers } = await waiting;
    assert.ok(longest < (await waited) / 2, 'a read waited for the lock, as a write does');
    assert.deepEqual([status, body.error.code], [503, 'unavailable']);
    assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    await until('it is logged what became of it, though nobody was there to hear', () =>
      /"operation":"deleteRecruitedStudent","status":503/.test(service.stdout()),
    );
    holder.exec('ROLLBACK');
    assert.equal(
      (await service.call(read, 'GET', `/me/students/${UID}`)).body.level,
      1,
      'refused means not done',
    );
    assert.deepEqual([(await patch(3)).status, (await patch(4)).body.level], [200, 4]);
  } finally {
    holder.close();
    await service.stop();
  }
});

test('a file that may not be written', async (t) => {
  const file = join(folder, 'immutable.db');
  await writeFile(file, '');
  try {
    execFileSync('chattr', ['+i', file], { stdio: 'ignore' });
  } catch {
    // Root writes whatever the mode says: only this attribute stops it, and not every file system has it.
    return t.skip('no immutable attribute here');
  }
  try {
    await refuses(file);
  } finally {
    execFileSync('chattr', ['-i', file]);
  }
});
