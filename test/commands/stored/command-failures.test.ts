import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { before, describe, test } from 'node:test';
import { MAX } from '../../blackbox/spec-fields.ts';
import { ENGINE } from '../../database.ts';
import { launch, TRACE } from '../../launch.ts';
import { startService } from '../../service.ts';
import { spawnCommand } from '../../spawn-command.ts';
import { until } from '../../until.ts';
import { useProcess } from '../../use-service.ts';

const UID = '10010';
const service = await useProcess();
const command = (...words: string[]) => spawnCommand(words, service.database);
let account: string;
before(async () => {
  account = (await command('account', 'create', 'tester')).accountId;
});

const nowhere = join(import.meta.dirname, 'no-such-folder', 'file');
const issue = (...more: string[]) => ['key', 'issue', '--account', account, '--permission', 'read', ...more];
const bond = (student: string, ...more: string[]) => [
  'bond',
  'set',
  '--account',
  account,
  '--student',
  student,
  '--bond',
  ...more,
];

const FAILING: Record<string, () => string[]> = {
  'account suspend': () => ['account', 'suspend', 'nobody'],
  'account activate': () => ['account', 'activate', 'nobody'],
  'account delete': () => ['account', 'delete', 'nobody', '--yes'],
  'account link': () => ['account', 'link', 'nobody'],
  'invite revoke': () => ['invite', 'revoke', 'nothing'],
  'invite create, for nobody': () => ['invite', 'create', '--uses', '0'],
  'key issue, no such account': () => ['key', 'issue', '--account', 'nobody', '--permission', 'read'],
  'key issue, expiry in the past': () => issue('--expires-at', '2020-01-01T00:00:00Z'),
  'key issue, expiry after more than a year': () => issue('--expires-at', '2999-01-01T00:00:00Z'),
  'key list': () => ['key', 'list', '--account', 'nobody'],
  'key revoke': () => ['key', 'revoke', 'nothing'],
  'bond set, no such student': () => bond('99999', '3'),
  'bond set, no such rank': () => bond(UID, `${MAX.bond + 1}`),
  'bond set, experience of another rank': () => bond(UID, '3', '--bond-exp', '0'),
  'catalogue import': () => ['catalogue', 'import', nowhere],
  'catalogue import, from nobody': () => ['catalogue', 'import', '--from', 'https://127.0.0.1:2/'],
  'catalogue export': () => ['catalogue', 'export', nowhere],
  'key rotate': () => ['key', 'rotate', 'nothing'],
  backup: () => ['backup', nowhere],
  restore: () => ['restore', nowhere],
  copy: () => ['copy', nowhere],
};
const WRONG_USAGE = [
  ['nonsense'],
  ['account'],
  ['account', 'frobnicate'],
  ['account', 'list', 'surplus'],
  ['account', 'create'],
  ['account', 'create', 'two', 'names'],
  ['account', 'list', '--bogus'],
  ['key'],
  ['key', 'issue', '--permission', 'read'],
  ['key', 'issue', '--account', '1', '--permission', 'admin'],
  ['bond', 'set'],
  ['bond', 'set', '--account', '1'],
  ['backup'],
  ['copy'],
  ['restore', 'two', 'files'],
  ['catalogue', 'import'],
  ['catalogue', 'import', '--from', 'http://a.example/'],
  ['catalogue', 'import', 'a.json', '--from', 'https://a.example/'],
  ['catalogue', 'export', 'two', 'files'],
  ['serve', '--bogus'],
  ['mcp'],
];

describe('commands that fail', { concurrency: 3 }, () => {
  const run = (words: string[]) => launch(words, { ROLLBOOK_DATABASE: service.database });
  const errorMessage = (stderr: string): string => {
    const { error, ...more } = JSON.parse(stderr);
    assert.deepEqual(more, {});
    assert.match(error, /\S+ \S+/, 'a sentence');
    assert.doesNotMatch(error, TRACE);
    return error;
  };

  for (const [label, words] of Object.entries(FAILING)) {
    test(`exits with 1 and prints one JSON value when ${label} fails`, async () => {
      const { code, stdout, stderr } = await run([...words(), '--json']);
      assert.deepEqual([code, stdout], [1, ''], stderr);
      errorMessage(stderr);
    });
  }

  for (const words of WRONG_USAGE) {
    test(`exits with 2 for rollbook ${words.join(' ')}`, async () => {
      const { code, stdout, stderr } = await run([...words, '--json']);
      assert.deepEqual([code, stdout], [2, ''], stderr);
      errorMessage(stderr);
    });
  }

  for (const words of [['roster'], ['roster', 'frobnicate']])
    test(`names the commands in one sentence for rollbook ${words.join(' ')}`, async () => {
      const [plain, json] = await Promise.all([run(words), run([...words, '--json'])]);
      assert.equal(
        plain.stderr,
        '`rollbook roster` needs one of the commands show, export, plan, apply, propose, history, undo, restore; `rollbook roster --help` describes them.\n',
      );
      assert.equal(errorMessage(json.stderr), plain.stderr.trimEnd());
    });

  test('says that the command comes first when an option does', async () => {
    const { code, stderr } = await run(['--json', 'account', 'list']);
    assert.equal(code, 2);
    assert.match(errorMessage(stderr), /^The command comes before its options\./);
  });

  test("says how to find the ID where an account's name is given", async () => {
    await command('account', 'create', '히나');
    const { code, stderr } = await run(['key', 'list', '--account', '히나', '--json']);
    assert.equal(code, 1);
    assert.match(errorMessage(stderr), /no account with the ID 히나.*account list --name/);
  });

  test('does not repeat an API key that was passed in place of something else', async () => {
    const { apiKey } = await command(...issue());
    const passed: [string[], Record<string, string>?][] = [
      [['nonsense', apiKey]],
      [['account', 'list', `--${apiKey}`]],
      [['key', 'list', '--account', apiKey]],
      [['key', 'issue', '--account', account, '--permission', apiKey]],
      [['roster', 'show', '--key-file', apiKey], { ROLLBOOK_URL: `${service.url}/v1` }],
      [['roster', 'show', apiKey], { ROLLBOOK_URL: `${service.url}/v1`, ROLLBOOK_KEY: apiKey }],
      [['account', 'list'], { ROLLBOOK_PORT: apiKey }],
    ];
    for (const [words, env] of passed)
      for (const more of [[], ['--json']]) {
        const { code, stderr } = await launch([...words, ...more], {
          ROLLBOOK_DATABASE: service.database,
          ...env,
        });
        assert.notEqual(code, 0);
        assert.match(stderr, /\(API key\)/);
        assert.ok(!stderr.includes(apiKey.slice(0, -6)), stderr);
      }
  });

  test('repeats a name that only begins like an API key', async () => {
    const { stderr } = await run(['catalogue', 'import', 'rollbook_backup20260101120000']);
    assert.match(stderr, /There is no file rollbook_backup20260101120000\./);
  });

  for (const command of ['revoke', 'rotate'])
    test(`says where the ID of a key is found when key ${command} is given the key`, async () => {
      const { apiKey } = await spawnCommand(issue(), service.database);
      const { code, stderr } = await run(['key', command, apiKey, '--json']);
      assert.equal(code, 1);
      assert.match(errorMessage(stderr), /^That is an API key, not the ID of one\. `rollbook key list /);
      assert.ok(!stderr.includes(apiKey));
    });

  test('prints one line without --json when a command fails', async () => {
    const { code, stdout, stderr } = await run(['key', 'revoke', 'nothing']);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr.trim(), /^\S+ .+$/);
    assert.doesNotMatch(stderr, TRACE);
  });

  test('shows in key list when a key was last used', async () => {
    const { keyId, apiKey } = await command(...issue());
    const lastUse = async () => {
      const keys: Record<string, unknown>[] = await command('key', 'list', '--account', account);
      const fields = Object.entries(keys.find((key) => key.keyId === keyId) ?? {});
      const found = fields.find(([name]) => /last.?use/i.test(name));
      assert.ok(found, 'the list has a last use');
      return found[1];
    };
    assert.equal(await lastUse(), null);
    const before = Date.now();
    assert.equal((await service.call(apiKey, 'GET', '/me/students')).status, 200);
    let shown: unknown = null;
    const isShown = async () => {
      shown = await lastUse();
      return shown !== null;
    };
    await until('key list shows the last use', isShown, { every: 250 });
    const at = Date.parse(String(shown));
    // A last use precise to the minute is enough.
    assert.ok(at > before - 60_000 && at <= Date.now() + 1000, String(shown));
  });
});

describe('commands keep existing files and databases', () => {
  test('a backup does not overwrite a file', { skip: ENGINE !== 'sqlite' }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rollbook-backup-'));
    const file = join(folder, 'precious');
    await writeFile(file, 'bytes');
    await assert.rejects(command('backup', file), (error: Error & { exitCode?: number }) => {
      assert.ok(error.message.includes(file));
      return error.exitCode === 1;
    });
    assert.equal(await readFile(file, 'utf8'), 'bytes');
    assert.deepEqual(await readdir(folder), ['precious']);
    await rm(folder, { recursive: true });
  });

  test('a backup of a PostgreSQL database fails and names pg_dump', { skip: ENGINE !== 'postgres' }, () =>
    assert.rejects(command('backup', nowhere), /pg_dump/),
  );

  test(
    'a restore of a PostgreSQL database fails and names pg_restore',
    {
      skip: ENGINE !== 'postgres',
    },
    () => assert.rejects(command('restore', nowhere), /pg_restore/),
  );

  test('a command rejects a database of another program and leaves it unchanged', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rollbook-foreign-'));
    const file = join(folder, 'foreign.db');
    const foreign = new DatabaseSync(file);
    foreign.exec('CREATE TABLE theirs (a)');
    foreign.close();
    const before = await readFile(file);
    await assert.rejects(spawnCommand(['account', 'list'], `sqlite:${file}`), /not one of Rollbook's/);
    assert.deepEqual(await readFile(file), before);
    await rm(folder, { recursive: true });
  });

  test('a stopped service leaves all its data in one file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rollbook-stopped-'));
    const database = `sqlite:${join(folder, 'd.db')}`;
    const stopped = await startService({ database });
    await stopped.account();
    assert.equal(await stopped.stop(), 0);
    assert.deepEqual(await readdir(folder), ['d.db']);
    await rm(folder, { recursive: true });
  });
});
