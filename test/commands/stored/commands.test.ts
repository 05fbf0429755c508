import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { commandLine } from '../../blackbox/command-line.ts';
import { refused } from '../../blackbox/error-response.ts';
import { spawnCommand } from '../../spawn-command.ts';
import { useProcess } from '../../use-service.ts';

const service = await useProcess();
const command = (...words: string[]) => spawnCommand(words, service.database);

const run = (...words: string[]) => commandLine(service.database, ...words);
const DAY = 86_400_000;
/** Each command starts a process; the tests run concurrently to save time. */
const CONCURRENTLY = { concurrency: 4 };

function yearAfter(time: number): number {
  const date = new Date(time);
  return date.setUTCFullYear(date.getUTCFullYear() + 1);
}

describe('what commands print', CONCURRENTLY, () => {
  test('account create prints the account that account list shows', async () => {
    const created = await run('account', 'create', '아비도스 학생회', '--json');
    assert.equal(created.code, 0, created.stderr);
    const account = JSON.parse(created.stdout);
    assert.deepEqual(Object.keys(account), ['accountId', 'name', 'status']);
    assert.equal(account.name, '아비도스 학생회');
    assert.match(account.accountId, /^\S+$/);
    assert.equal(account.status, 'active');

    const listed: { accountId: string }[] = await command('account', 'list');
    const own = listed.find(({ accountId }) => accountId === account.accountId);
    assert.deepEqual(own, { ...own, ...account });
  });

  test('account create --keys prints the first keys', async () => {
    const created = await command('account', 'create', 'x', '--keys', 'read,write');
    assert.deepEqual(Object.keys(created), ['accountId', 'name', 'status', 'keys']);
    const [read, write] = created.keys;
    assert.deepEqual(Object.keys(read), ['keyId', 'apiKey', 'permission', 'expiresAt']);
    assert.deepEqual([read.permission, write.permission], ['read', 'write']);
    const remove = (key: string) => service.call(key, 'DELETE', '/me/students/10010');
    assert.equal((await remove(read.apiKey)).status, 403);
    assert.equal((await remove(write.apiKey)).status, 404);
    const listed = await command('key', 'list', '--account', created.accountId);
    assert.deepEqual(
      new Set(listed.map(({ keyId }: { keyId: string }) => keyId)),
      new Set([read.keyId, write.keyId]),
    );

    const withText = await run('account', 'create', 'x', '--keys', 'write');
    assert.equal(withText.code, 0, withText.stderr);
    const apiKey = /^rollbook_\w+$/m.exec(withText.stdout)?.[0];
    assert.equal((await service.call(apiKey, 'GET', '/me/students')).status, 200);

    const refused = await run('account', 'create', 'nobody', '--keys', 'write,admin');
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /--keys .*"admin"/);
    assert.deepEqual(await command('account', 'list', '--name', 'nobody'), [], 'no account was created');
  });

  test('account create --operator and account operator show in account list, and nothing for others', async () => {
    const created = await command('account', 'create', 'one of two', '--operator');
    const { accountId } = created;
    assert.deepEqual(created, { accountId, name: 'one of two', status: 'active', isOperator: true });
    const other = await command('account', 'create', 'two of two');
    assert.deepEqual(await command('account', 'list', '--name', 'of two'), [created, other]);
    const table = await run('account', 'list', '--name', 'of two');
    assert.match(
      table.stdout,
      /^account id +name +status +operator\n\S+ +one of two +active +yes\n.*active +-\n$/,
    );
    const taken = await command('account', 'operator', accountId, '--off');
    assert.deepEqual(taken, { accountId, name: 'one of two', status: 'active' });
    assert.deepEqual(await command('account', 'operator', other.accountId), {
      ...other,
      isOperator: true,
    });
    await assert.rejects(command('account', 'operator', 'acc_none'), /no account with the ID acc_none/);
  });

  test('help and version are one JSON value with --json', async () => {
    for (const words of [
      ['account', 'list', '--help'],
      ['account', '--help'],
      ['--help'],
      ['--version'],
    ] as const) {
      const [plain, json] = await Promise.all([run(...words), run(...words, '--json')]);
      assert.deepEqual([plain.code, json.code, json.stderr], [0, 0, '']);
      const expected =
        words[0] === '--version'
          ? { version: plain.stdout.trim().replace('rollbook ', '') }
          : { help: plain.stdout };
      assert.deepEqual(JSON.parse(json.stdout), expected);
    }
  });

  test('account list shows the status after suspend, activate and delete', async () => {
    const { accountId } = await command('account', 'create', 'x');
    const status = async () => {
      const listed = await command('account', 'list');
      return listed.find((account: { accountId: string }) => account.accountId === accountId)?.status;
    };
    await command('account', 'suspend', accountId);
    assert.equal(await status(), 'suspended');
    await command('account', 'activate', accountId);
    assert.equal(await status(), 'active');
    await command('account', 'delete', accountId, '--yes');
    assert.equal(await status(), undefined);
  });

  test('key issue prints the key and key list only its first characters', async () => {
    const { accountId } = await command('account', 'create', 'x');
    assert.deepEqual(await command('key', 'list', '--account', accountId), []);
    const before = Date.now();
    const issue = ['key', 'issue', '--account', accountId, '--permission', 'read', '--name', '교실 컴퓨터'];
    const key = await command(...issue);
    const after = Date.now();
    assert.deepEqual(Object.keys(key), ['keyId', 'apiKey', 'permission', 'expiresAt']);
    assert.equal(key.permission, 'read');
    const expiry = Date.parse(key.expiresAt);
    assert.ok(expiry >= yearAfter(before - 1000) && expiry <= yearAfter(after), key.expiresAt);

    const listed = await command('key', 'list', '--account', accountId);
    assert.equal(listed.length, 1);
    const { keyId, permission, expiresAt } = key;
    assert.deepEqual(listed[0], { ...listed[0], keyId, permission, expiresAt, name: '교실 컴퓨터' });
    const text = JSON.stringify(listed);
    assert.ok(!text.includes(key.apiKey), 'the key is shown once, when issued');
    const shown = Object.values(listed[0]).filter((value) => typeof value === 'string' && value.length > 3);
    assert.ok(
      shown.some((value) => key.apiKey.startsWith(value)),
      `${text} shows the first characters`,
    );
  });

  test('key issue prints text with the key without --json', async () => {
    const { accountId } = await command('account', 'create', 'x');
    const { code, stdout } = await run('key', 'issue', '--account', accountId, '--permission', 'write');
    assert.equal(code, 0);
    const key = stdout.match(/[A-Za-z0-9_]{30,}/g)?.find((word) => !accountId.includes(word));
    assert.ok(key, stdout);
    assert.equal((await service.call(key, 'GET', '/me/students')).status, 200);
    assert.throws(() => JSON.parse(stdout));
  });
});

describe('--expires-at', CONCURRENTLY, () => {
  let accountId: string;
  before(async () => {
    ({ accountId } = await command('account', 'create', 'x'));
  });
  const issueUntil = (time: string) =>
    run('key', 'issue', '--account', accountId, '--permission', 'read', '--expires-at', time, '--json');

  const accepted: [name: string, time: () => string][] = [
    ['in a day', () => new Date(Date.now() + DAY).toISOString()],
    ['in almost a year', () => new Date(yearAfter(Date.now()) - 60_000).toISOString()],
    ['at a time of another zone', () => new Date(Date.now() + DAY).toISOString().replace('Z', '+09:00')],
  ];
  for (const [name, time] of accepted) {
    test(`issues a key that expires ${name}`, async () => {
      const until = time();
      const { code, stdout, stderr } = await issueUntil(until);
      assert.equal(code, 0, stderr);
      const expiresAt = Date.parse(JSON.parse(stdout).expiresAt);
      assert.ok(Math.abs(expiresAt - Date.parse(until)) < 1000, `${until} ${stdout}`);
    });
  }

  const rejected: [name: string, time: () => string][] = [
    ['in more than a year', () => new Date(yearAfter(Date.now()) + 60_000).toISOString()],
    ['in the past', () => new Date(Date.now() - 1000).toISOString()],
  ];
  for (const [name, time] of rejected) {
    test(`rejects a key that expires ${name}`, async () => {
      const { code, stdout, stderr } = await issueUntil(time());
      assert.equal(code, 1, stderr);
      assert.equal(stdout, '');
      assert.match(JSON.parse(stderr).error, /\S+ \S+/);
    });
  }

  for (const time of ['tomorrow', '2027-13-01T00:00:00Z']) {
    test(`rejects the malformed expiry "${time}"`, async () => {
      const { code, stdout } = await issueUntil(time);
      assert.equal(code, 2);
      assert.equal(stdout, '');
    });
  }

  test('rejects a key from the instant of its expiry', async () => {
    // On a busy machine the command may take longer than the lifetime of the key.
    for (let lifetimeMs = 3_000; ; lifetimeMs *= 3) {
      const until = Date.now() + lifetimeMs;
      const { code, stdout, stderr } = await issueUntil(new Date(until).toISOString());
      const apiKey = code === 0 ? JSON.parse(stdout).apiKey : undefined;
      const answer = await service.call(apiKey, 'GET', '/me/students');
      if (Date.now() >= until && lifetimeMs < 20_000) continue;
      assert.equal(answer.status, 200, stderr);
      await new Promise((resolve) => setTimeout(resolve, until - Date.now() + 1));
      refused(await service.call(apiKey, 'GET', '/me/students'), 401, 'unauthorized');
      break;
    }
  });
});

describe('wrong usage changes nothing', CONCURRENTLY, () => {
  test('key issue rejects an unknown permission and issues no key', async () => {
    const { accountId } = await command('account', 'create', 'x');
    const { code, stdout } = await run(
      'key',
      'issue',
      '--account',
      accountId,
      '--permission',
      'admin',
      '--json',
    );
    assert.equal(code, 2);
    assert.equal(stdout, '');
    assert.deepEqual(await command('key', 'list', '--account', accountId), []);
  });

  test('account delete without --yes deletes nothing', async () => {
    const { accountId } = await command('account', 'create', 'x');
    const { code } = await run('account', 'delete', accountId);
    assert.equal(code, 2);
    assert.deepEqual(await command('key', 'list', '--account', accountId), []);
  });
});
