import assert from 'node:assert/strict';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import pg from 'pg';
import { toStoredStudent } from '../../server/store/stored-student.ts';
import { startCommand } from '../command-process.ts';
import { type Database, newDatabase, query } from '../database.ts';
import { startService } from '../service.ts';
import { spawnCommand } from '../spawn-command.ts';
import { until } from '../until.ts';

const DIGESTS = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(64));
/** Rows that use every table, next to those that the service has written. */
const ROWS = `
  INSERT INTO account_lookup (found_by, account_id) SELECT digest, account_id FROM api_key;
  UPDATE api_key SET revoked_at = 3, last_used_at = 2, areas = 'roster:read', app = 'device', renewable_until = 5
    WHERE permission = 'read';
  INSERT INTO app_request SELECT '${DIGESTS[0]}', 'bot', '봇', 'roster:read plan:write', '${'e'.repeat(43)}', NULL, '::1', 1, 2, 5,
    3, 'allowed', account_id, 'key_1' FROM account;
  INSERT INTO student_record SELECT account_id, '카린 "\\', NULL, '${toStoredStudent('카린 "\\', { bond: 9 }).json}' FROM account;
  UPDATE account SET game_server = 'global', is_operator = 1;
  INSERT INTO growth_goal SELECT account_id, '10000', '{"b": 1.50, "a": [null]}' FROM account;
  INSERT INTO stock SELECT account_id, 'credits', 9999999999 FROM account;
  INSERT INTO passkey SELECT 'credential', account_id, '열쇠', 'key', 4294967295, 'usb', 1, NULL, 1 FROM account;
  INSERT INTO console_session SELECT '${DIGESTS[0]}', account_id, 'passkey', 1, 2, NULL, 'credential', 'Firefox, Linux'
    FROM account;
  INSERT INTO share_link SELECT account_id, 'shr_1', '${'t'.repeat(22)}', '{"name": "내 학생"}', 1, 2, 4294967296, 'hash', 3, 'iVBO',
    '[{"boardId": "brd_1", "accountId": "acc_1"}]' FROM account;
  INSERT INTO board SELECT account_id, 'brd_1', '${'b'.repeat(22)}', '${'j'.repeat(22)}', '우리 서클', '[]', 4294967296 FROM account;
  INSERT INTO recovery_code SELECT '${DIGESTS[1]}', account_id FROM account;
  INSERT INTO invite VALUES ('inv_1', '${DIGESTS[2]}', 2, 1, 1, 2, NULL, 'acc_1');
  INSERT INTO account_link SELECT account_id, '${DIGESTS[3]}', 1, 'acc_1' FROM account;
  INSERT INTO change_group SELECT account_id, 9, 9, 4294967296, 4294967297, 'key', 'key_1', '열쇠', 'undo-1', 1, '도구' FROM account;
  INSERT INTO proposal SELECT account_id, 'prp_1', 'key_1', '도구', 'open', 4294967296, NULL, 1, NULL, '메모', '[]' FROM account;
  INSERT INTO student_change SELECT account_id, 9, 9, 4294967296, '카린 "\\', 'changed', '{"level": [1, null]}',
    '{"credits": 5}', '{"wanted": {"level": 90}}', NULL FROM account;
  INSERT INTO roster_snapshot SELECT account_id, '2026-11-23', 4294967296, '{"recruited": 0}', 'q1Y=', 8 FROM account;
  INSERT INTO catalogue_days VALUES (1, '{"10000": {"added": "2026-11-23"}}') ON CONFLICT DO UPDATE SET students = excluded.students;
  INSERT INTO server_secret VALUES ('challenge', 'secret');
  INSERT INTO catalogue_source VALUES ('https://a.example/', 3, 2, 1, '{"https://a.example/x.json": "\\"e\\""}', '이유', 4,
    '{"at": 2}', 'unfit');
  INSERT INTO fetch_choice VALUES ('portraits', 1, 4294967296);
  INSERT INTO activity SELECT 9, account_id, 4, 'key-issued', 'second' FROM account;
  INSERT INTO activity SELECT 7, account_id, 5, 'signed-in', 'first' FROM account;`;

let folder: string;
/** A SQLite database with rows in every table, which a killed service has left. */
let file: string;
let key: string;
let target: Database;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollbook-copy-'));
  file = join(folder, 'rollbook.db');
  const service = await startService({ database: `sqlite:${file}` });
  const { write } = await service.account();
  key = write;
  for (const studentUid of ['10000', '10001'])
    await service.call(key, 'POST', '/me/students', { studentUid, tier: 5, weaponTier: 1, level: 88 });
  await spawnCommand(['catalogue', 'import', 'data/students.json'], service.database);
  await service.stop('SIGKILL');
  const database = new DatabaseSync(file);
  database.exec(ROWS);
  // As Litestream adds it.
  database.exec('CREATE TABLE _litestream_lock (id INTEGER)');
  database.close();
});
beforeEach(async () => {
  target = await newDatabase('postgres');
});
afterEach(() => target.remove());
after(() => rm(folder, { recursive: true, force: true }));

const copy = (from = file): Promise<{ copied: Record<string, number> }> =>
  spawnCommand(['copy', from], target.address);

/** Used challenges are kept for an hour; the others belong to one database, or to one machine. */
const LEFT_OUT = [
  'challenge',
  'used_challenge',
  'setup_link',
  'expiry_sweep',
  'portrait_fetch',
  'migration',
  '_litestream_lock',
];

/** The rows as text, without the numbers that each engine gives them. */
async function readRows(address: string, table: string): Promise<unknown[]> {
  const columns = await query(`sqlite:${file}`, `SELECT name FROM pragma_table_info('${table}')`);
  const names = columns.map(({ name }) => String(name)).filter((name) => name !== 'activity_id');
  const texts = names.map((name) => `CAST(${name} AS text) AS ${name}`).join(', ');
  return query(address, `SELECT ${texts} FROM ${table} ORDER BY ${names.join(', ')}`);
}

test('a copy has every row, and the service goes on with the same keys', async () => {
  const { copied } = await copy();
  const tables = await query(`sqlite:${file}`, "SELECT name FROM sqlite_schema WHERE type = 'table'");
  const kept = tables.map(({ name }) => String(name)).filter((name) => !LEFT_OUT.includes(name));
  assert.deepEqual(Object.keys(copied).sort(), kept.sort());
  for (const table of kept) {
    const rows = await readRows(`sqlite:${file}`, table);
    assert.ok(rows.length > 0, `${table} is empty, so nothing is tested`);
    assert.deepEqual(await readRows(target.address, table), rows, table);
    assert.equal(copied[table], rows.length);
  }
  const activities = await query(target.address, 'SELECT detail FROM activity ORDER BY activity_id');
  assert.deepEqual(
    activities.slice(-2).map(({ detail }) => detail),
    ['first', 'second'],
  );
  const service = await startService({ database: target.address });
  const listed = await service.call(key, 'GET', '/me/students');
  assert.deepEqual(
    listed.body.students.map(({ level }: { level: number }) => level),
    [88, 88],
  );
  assert.equal((await service.call(key, 'PATCH', '/me/students/10000', { level: 90 })).status, 200);
  await service.stop();
});

test('a copy of many rows goes in several statements', async () => {
  const many = join(folder, 'many.db');
  await spawnCommand(['migrate'], `sqlite:${many}`);
  await spawnCommand(['account', 'create', 'many'], `sqlite:${many}`);
  await query(
    `sqlite:${many}`,
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
     INSERT INTO student_record
       SELECT account_id, i, 3, json_set('${toStoredStudent('', { tier: 3, weaponTier: 0 }).json}', '$.studentUid', '' || i) FROM n, account`,
  );
  const { copied } = await copy(many);
  assert.equal(copied.student_record, 2_500);
  const [sum] = await query(target.address, 'SELECT sum(student_uid::int)::int AS uids FROM student_record');
  assert.equal(sum?.uids, (2_500 * 2_501) / 2);
});

describe('a refused copy changes nothing', () => {
  async function assertRefused(from: string, message: RegExp): Promise<void> {
    await assert.rejects(copy(from), message);
    const [account] = await query(target.address, "SELECT to_regclass('account') AS name");
    if (account?.name !== null)
      assert.deepEqual(await query(target.address, "SELECT 1 FROM account WHERE name = 'tester'"), []);
  }

  test('while a service has the file open', async () => {
    const service = await startService({ database: `sqlite:${file}` });
    await assertRefused(file, /Another process \(\d+\) has the database .* open\. Stop the service first\./);
    await service.stop();
  });

  test('if the file is missing, is another file, or is of an older release', async () => {
    await assertRefused(join(folder, 'nothing.db'), /There is no database at .*nothing\.db/);
    const text = join(folder, 'text.db');
    await writeFile(text, 'no database at all'.repeat(100));
    await assertRefused(text, /is damaged, or is not a SQLite database/);
    const old = join(folder, 'old.db');
    await cp(file, old);
    await query(`sqlite:${old}`, 'DELETE FROM migration');
    await assertRefused(old, /older than this program\. Run `rollbook migrate` first/);
  });

  test('if the new database has accounts already', async () => {
    await spawnCommand(['migrate'], target.address);
    await spawnCommand(['account', 'create', 'earlier'], target.address);
    await assertRefused(file, /has accounts, invites or a catalogue already\. Name an empty one/);
    assert.equal((await query(target.address, 'SELECT 1 FROM account')).length, 1);
  });

  test('if a record is none that a release has written', async () => {
    const damaged = join(folder, 'damaged.db');
    await cp(file, damaged);
    await query(
      `sqlite:${damaged}`,
      'UPDATE student_record SET body = replace(body, \'"level"\', \'"mevel"\')',
    );
    await assertRefused(damaged, /The record of the student .+ is damaged/);
  });

  test('if PostgreSQL does not take one of the last rows', async () => {
    await spawnCommand(['migrate'], target.address);
    await query(target.address, "ALTER TABLE activity ADD CONSTRAINT short CHECK (detail <> 'second')");
    await assertRefused(file, /violates check constraint "short(_\d+)?"/);
  });

  test('if Ctrl-C interrupts it while it waits for a lock', async (t) => {
    await spawnCommand(['migrate'], target.address);
    const locker = new pg.Client({ connectionString: target.address });
    // The database is removed with its connections.
    locker.on('error', () => {});
    await locker.connect();
    await locker.query('BEGIN; LOCK TABLE account');
    const command = startCommand(t, target.address, ['copy', file]);
    await until('the copy waits', async () => {
      // Tests beside this one wait for locks in their own databases.
      const { rows } =
        await locker.query(`SELECT 1 FROM pg_locks AS l JOIN pg_database AS d ON d.oid = l.database
        WHERE d.datname = current_database() AND NOT l.granted`);
      return rows.length > 0;
    });
    command.process.kill('SIGINT');
    const { code, stderr } = await command.ended;
    await locker.end();
    assert.equal(code, 130);
    assert.match(stderr, /Interrupted\. Nothing was changed\./);
    assert.deepEqual(await query(target.address, 'SELECT 1 FROM account'), []);
  });

  test('into SQLite', async () => {
    const other = `sqlite:${join(folder, 'other.db')}`;
    await assert.rejects(spawnCommand(['copy', file], other), /The copy goes into PostgreSQL/);
  });
});
