import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { readMigrations } from '../../server/store/migration-files.ts';
import { MIGRATIONS_FOLDER, migrateDatabase } from '../../server/store/sqlite/migrate-sqlite.ts';
import { ENGINE, newDatabase, query } from '../database.ts';
import { launch } from '../launch.ts';
import { startService } from '../service.ts';
import { spawnCommand } from '../spawn-command.ts';
import { until } from '../until.ts';

const MIGRATIONS = readMigrations(MIGRATIONS_FOLDER);
const ON_SQLITE = { skip: ENGINE !== 'sqlite' };
/** The default, which tests turn off. */
const BACKUPS = { ROLLBOOK_BACKUPS: '' };

const filesIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];

/** A database of the release before the last migration, with one account. */
async function createOldDatabase(t: TestContext) {
  const { address, remove } = await newDatabase('sqlite', { isEmpty: true });
  t.after(remove);
  const file = address.replace('sqlite:', '');
  using database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL');
  migrateDatabase(database, file, true, MIGRATIONS.slice(0, -1));
  database.exec(
    "INSERT INTO account (account_id, name, status, created_at) VALUES ('a', 'arona', 'active', 0)",
  );
  return { address, file, folder: join(file, '../backups') };
}

const countMigrations = async (address: string): Promise<unknown> =>
  (await query(address, 'SELECT count(*) AS migrations FROM migration'))[0]?.migrations;

const run = async (words: string[], env: Record<string, string>) => {
  const { code, stdout, stderr } = await launch([...words, '--json'], env);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
};

test(
  'a service backs up its database soon after it starts, and restore lists the backup with the command that puts it back',
  ON_SQLITE,
  async (t) => {
    const { address, remove } = await newDatabase('sqlite', { isEmpty: true });
    t.after(remove);
    const folder = join(address.replace('sqlite:', ''), '../backups');
    const env = { ...BACKUPS, ROLLBOOK_DATABASE: address };
    assert.deepEqual(await run(['restore'], env), []);
    await run(['migrate'], env);
    // Before the start: the first backup may be made while a command runs.
    const { accountId: id } = await run(['account', 'create', 'early'], env);
    const service = await startService({ database: address, env: BACKUPS });
    await until('there is a backup', () => filesIn(folder).some((file) => file.endsWith('.db')));
    await spawnCommand(['account', 'create', 'later'], service.database);
    assert.equal(await service.stop(), 0);
    assert.match(service.stdout(), /"accounts":1,.*the daily backup was made/);

    const listed = await run(['restore'], env);
    const [newest] = listed;
    const [file = ''] = filesIn(folder);
    const at = new Date(newest.at).getTime();
    assert.ok(Math.abs(Date.now() - at) < 60_000, newest.at);
    assert.deepEqual(listed, [
      {
        at: newest.at,
        kind: 'daily',
        bytes: statSync(file).size,
        file,
        command: `npx rollbook restore ${file}`,
      },
    ]);
    const { stdout } = await launch(['restore'], env);
    assert.match(
      stdout,
      new RegExp(`daily .*${file}\n\nStop the server.*:\nnpx rollbook restore ${file}\n$`),
    );
    await run(newest.command.split(' ').slice(2), env);
    assert.deepEqual(
      (await run(['account', 'list'], env)).map((account: { accountId: string }) => account.accountId),
      [id],
    );
    const [named] = await run(['restore', '--database', address], BACKUPS);
    assert.equal(named.command, `npx rollbook restore ${file} --database ${address}`);
  },
);

test(
  'before a migration exactly one of several starts makes a backup of the database as it was',
  ON_SQLITE,
  async (t) => {
    const { address, folder } = await createOldDatabase(t);
    const env = { ...BACKUPS, ROLLBOOK_DATABASE: address };
    const results = await Promise.all([1, 2, 3].map(() => run(['migrate'], env)));
    const [file = '', ...others] = filesIn(folder);
    assert.deepEqual(others, []);
    assert.match(file, /rollbook-migration-\d{8}T\d{6}Z\.db$/);
    assert.deepEqual(
      results.filter(({ applied }) => applied.length > 0),
      [{ applied: [MIGRATIONS.at(-1)?.name], backup: file }],
    );
    assert.equal(await countMigrations(address), MIGRATIONS.length);
    assert.equal(await countMigrations(`sqlite:${file}`), MIGRATIONS.length - 1);
    assert.deepEqual(await query(`sqlite:${file}`, 'SELECT name FROM account'), [{ name: 'arona' }]);
  },
);

test('a database that cannot be backed up is not migrated, until backups are off', ON_SQLITE, async (t) => {
  const { address, file, folder } = await createOldDatabase(t);
  const env = { ROLLBOOK_DATABASE: address, ROLLBOOK_PORT: '0' };
  const refused = async (backups: string, reason: RegExp) => {
    const { code, stderr } = await launch(['serve'], { ...env, ROLLBOOK_BACKUPS: backups });
    assert.equal(code, 1, stderr);
    assert.match(stderr, reason);
    assert.match(stderr, /ROLLBOOK_BACKUPS=off/);
    assert.equal(await countMigrations(address), MIGRATIONS.length - 1);
  };
  await refused(join(file, '../missing/backups'), /The folder \S+ for backups does not exist/);
  await refused(file, /a part of its path is not a folder|is not a folder/);
  const damage =
    'INSERT INTO api_key (key_id, account_id, name, permission, digest, shown, issued_at, expires_at)';
  using database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  database.exec(`${damage} VALUES ('k', 'nobody', 'n', 'read', 'd', 's', 0, 0)`);
  await refused('', /is damaged: api_key has rows without their account/);
  database.exec("DELETE FROM api_key WHERE key_id = 'k'");
  assert.deepEqual(filesIn(folder), []);
  assert.deepEqual(await run(['migrate'], { ...env, ROLLBOOK_BACKUPS: 'off' }), {
    applied: [MIGRATIONS.at(-1)?.name],
    backup: null,
  });
  assert.deepEqual(filesIn(folder), []);
});

test('on PostgreSQL, serve says that a folder for backups does nothing', {
  skip: ENGINE !== 'postgres',
}, async () => {
  const service = await startService({ env: { ROLLBOOK_BACKUPS: '/nowhere/backups' } });
  await until('the log warns', () =>
    service.stdout().includes('ROLLBOOK_BACKUPS does nothing on PostgreSQL'),
  );
  assert.equal(await service.stop(), 0);
});

test('restore without a file says what to use on PostgreSQL', ON_SQLITE, async () => {
  const { code, stderr } = await launch(
    ['restore', '--database', 'postgres://nobody@127.0.0.1/none'],
    BACKUPS,
  );
  assert.equal(code, 1);
  assert.match(stderr, /pg_dump .*pg_restore/);
});
