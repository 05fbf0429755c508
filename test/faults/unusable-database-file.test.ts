import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
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

/** Checks that `serve` exits with a one-line error and no stack trace; returns the error. */
async function assertServeFails(file: string): Promise<string> {
  const outcome = await launch(['serve'], { ROLLBOOK_PORT: '0', ROLLBOOK_DATABASE: `sqlite:${file}` });
  assert.ok(outcome.code !== null && outcome.code !== 0, `serve did not fail: ${outcome.stderr}`);
  assert.doesNotMatch(outcome.stderr + outcome.stdout, TRACE);
  const message = outcome.stderr.trim();
  assert.match(message, /^\S+ .+$/, 'one line');
  return message;
}

/** A database that a service has created and closed. */
async function createDatabase(name: string): Promise<string> {
  const file = join(folder, name);
  const service = await startService({ database: `sqlite:${file}` });
  assert.equal(await service.stop(), 0);
  return file;
}

describe('an unusable database file', { concurrency: 3 }, () => {
  test('serve fails when the folder of the database cannot exist', async () => {
    await writeFile(join(folder, 'file'), '');
    await assertServeFails(join(folder, 'file', 'rollbook.db'));
  });

  test('serve fails when the database path is a folder', async () => {
    await mkdir(join(folder, 'folder.db'));
    await assertServeFails(join(folder, 'folder.db'));
  });

  test('serve fails on a database file of random bytes', async () => {
    const file = join(folder, 'random.db');
    await writeFile(file, randomBytes(64 * 1024));
    await assertServeFails(file);
  });

  test('serve fails on the database of another program and does not change it', async () => {
    const file = join(folder, 'other.db');
    const other = new DatabaseSync(file);
    other.exec(
      "CREATE TABLE account (id INTEGER PRIMARY KEY, note TEXT); INSERT INTO account VALUES (1, 'mine')",
    );
    await assertServeFails(file);
    assert.deepEqual({ ...other.prepare('SELECT * FROM account').get() }, { id: 1, note: 'mine' });
    other.close();
  });

  test('serve fails on a schema newer than the service', async () => {
    const file = await createDatabase('newer.db');
    const future = new DatabaseSync(file);
    const row = { ...future.prepare('SELECT * FROM migration ORDER BY 1 DESC').get() };
    const [version = ''] = Object.keys(row);
    const values = { ...row, [version]: Number(row[version]) + 1 };
    const marks = Object.keys(values).map(() => '?');
    future.prepare(`INSERT INTO migration VALUES (${marks})`).run(...Object.values(values));
    future.close();
    await assertServeFails(file);
  });

  test('serve fails when another process has locked the new database file', async () => {
    const file = join(folder, 'locked.db');
    // The service may be writing what happens in the background.
    const holder = new DatabaseSync(file, { timeout: 5_000 });
    holder.exec('CREATE TABLE held (id INTEGER); BEGIN EXCLUSIVE; INSERT INTO held VALUES (1)');
    try {
      assert.match(await assertServeFails(file), /locked|busy|in use|another process/i);
    } finally {
      holder.exec('ROLLBACK');
      holder.close();
    }
  });

  test('while another process holds the write lock, reads succeed and writes are answered 503 and not applied', async () => {
    const file = join(folder, 'held.db');
    const service = await startService({ database: `sqlite:${file}` });
    // The service may be writing what happens in the background.
    const holder = new DatabaseSync(file, { timeout: 5_000 });
    try {
      const { write, read } = await service.account();
      const state = { studentUid: UID, tier: 3, weaponTier: 0, level: 1 };
      assert.equal((await service.call(write, 'POST', '/me/students', state)).status, 201);
      const patch = (level: number) => service.call(write, 'PATCH', `/me/students/${UID}`, { level });
      holder.exec('BEGIN EXCLUSIVE');
      const startedAt = performance.now();
      const blocked = patch(2);
      const blockedMs = blocked.then(() => performance.now() - startedAt);
      const aborted = await connectTo(service.url);
      aborted.send(requestText('DELETE', `/v1/me/students/${UID}`, { Authorization: `Bearer ${write}` }));
      aborted.cut();
      let maxReadMs = 0;
      for (let count = 0; count < 10; count++) {
        const started = performance.now();
        const { status, body } = await service.call(read, 'GET', `/me/students/${UID}`);
        assert.deepEqual([status, body.level], [200, 1]);
        maxReadMs = Math.max(maxReadMs, performance.now() - started);
      }
      const { status, body, headers } = await blocked;
      assert.ok(maxReadMs < (await blockedMs) / 2, 'a read waited for the lock');
      assert.deepEqual([status, body.error.code], [503, 'unavailable']);
      assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
      await until('the outcome of the aborted request is logged', () =>
        /"operation":"deleteRecruitedStudent","status":503/.test(service.stdout()),
      );
      holder.exec('ROLLBACK');
      assert.equal(
        (await service.call(read, 'GET', `/me/students/${UID}`)).body.level,
        1,
        'a write answered 503 was applied',
      );
      assert.deepEqual([(await patch(3)).status, (await patch(4)).body.level], [200, 4]);
    } finally {
      holder.close();
      await service.stop();
    }
  });

  test('serve fails on a database file that it cannot write', async (t) => {
    const file = join(folder, 'immutable.db');
    await writeFile(file, '');
    try {
      execFileSync('chattr', ['+i', file], { stdio: 'ignore' });
    } catch {
      // Root ignores file modes. Only the immutable attribute stops it, and not every file system has that.
      return t.skip('the file system has no immutable attribute');
    }
    try {
      await assertServeFails(file);
    } finally {
      execFileSync('chattr', ['-i', file]);
    }
  });
});
