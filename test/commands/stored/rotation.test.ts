import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { commandLine } from '../../blackbox/command-line.ts';
import { refused } from '../../blackbox/error-response.ts';
import { spawnCommand } from '../../spawn-command.ts';
import { useProcess } from '../../use-service.ts';

const service = await useProcess();
const command = (...words: string[]) => spawnCommand(words, service.database);
let account: string;
before(async () => {
  account = (await command('account', 'create', 'tester')).accountId;
});

const issue = (...more: string[]) =>
  command('key', 'issue', '--account', account, '--permission', 'write', ...more);
const rotate = (keyId: string, ...more: string[]) => command('key', 'rotate', keyId, ...more);
const list = (key: string) => service.call(key, 'GET', '/me/students');
const listed = async (id: string) => {
  const keys: { keyId: string }[] = await command('key', 'list', '--account', account);
  return keys.find(({ keyId }) => keyId === id) as Record<string, unknown> | undefined;
};

describe('key rotate', { concurrency: 3 }, () => {
  test('key rotate issues a key with the same permission and keeps the old one valid during the overlap', async () => {
    const old = await issue('--name', '교실 컴퓨터');
    const began = Date.now();
    const next = await rotate(old.keyId, '--overlap', '12h');
    const { keyId, apiKey, permission, expiresAt, replaced } = next;
    assert.deepEqual(Object.keys(next), ['keyId', 'apiKey', 'permission', 'expiresAt', 'replaced']);
    assert.equal(permission, 'write');
    assert.notEqual(apiKey, old.apiKey);
    assert.ok(Date.parse(expiresAt) >= Date.parse(old.expiresAt), 'the new key has a year of its own');
    assert.equal(replaced.keyId, old.keyId);
    const ends = Date.parse(replaced.expiresAt) - 12 * 3_600_000;
    assert.ok(ends >= began && ends <= Date.now(), replaced.expiresAt);
    assert.deepEqual([(await list(old.apiKey)).status, (await list(apiKey)).status], [200, 200]);
    assert.equal((await listed(old.keyId))?.expiresAt, replaced.expiresAt);
    assert.equal((await listed(keyId))?.name, '교실 컴퓨터');
  });

  test('key rotate ends the old key after the overlap on a server that has seen it', async () => {
    // On a busy machine the command may take longer than the overlap.
    for (let seconds = 2; ; seconds *= 3) {
      const old = await issue();
      assert.equal((await list(old.apiKey)).status, 200);
      const { apiKey, replaced } = await rotate(old.keyId, '--overlap', `${seconds}s`);
      const { status } = await list(old.apiKey);
      const ends = Date.parse(replaced.expiresAt);
      if (Date.now() >= ends && seconds < 18) continue;
      assert.equal(status, 200);
      await pause(ends - Date.now() + 1);
      refused(await list(old.apiKey), 401, 'unauthorized');
      assert.equal((await list(apiKey)).status, 200);
      break;
    }
  });

  test('key rotate without an overlap ends the old key from the next request', async () => {
    const old = await issue();
    assert.equal((await list(old.apiKey)).status, 200);
    const { apiKey } = await rotate(old.keyId, '--overlap', '0');
    refused(await list(old.apiKey), 401, 'unauthorized');
    assert.equal((await list(apiKey)).status, 200);
  });

  test('key rotate never extends the old key', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const old = await issue('--expires-at', soon);
    assert.equal((await rotate(old.keyId, '--overlap', '30d')).replaced.expiresAt, soon);
    assert.equal((await listed(old.keyId))?.expiresAt, soon);
  });

  test('key rotate rejects a revoked key', async () => {
    const { keyId } = await issue();
    await command('key', 'revoke', keyId);
    const { code, stderr } = await commandLine(service.database, 'key', 'rotate', keyId);
    assert.equal(code, 1);
    assert.match(stderr, /revoked/);
  });

  test('key rotate rejects a malformed overlap and changes nothing', async () => {
    const { keyId, expiresAt } = await issue();
    for (const overlap of ['soon', '1.5h'])
      assert.equal(
        (await commandLine(service.database, 'key', 'rotate', keyId, `--overlap=${overlap}`)).code,
        2,
      );
    assert.equal((await listed(keyId))?.expiresAt, expiresAt);
  });
});

test('account list --name finds accounts by a part of their name', async () => {
  const names = ['아비도스 ARONA', 'Ａｒｏｎａ의 교실', '게헨나'];
  for (const name of names) await command('account', 'create', name);
  const found = async (part: string) =>
    (await command('account', 'list', '--name', part)).map(({ name }: { name: string }) => name);
  assert.deepEqual(await found('arona'), [names[0], names[1]]);
  assert.deepEqual(await found('헨나'), [names[2]]);
  assert.deepEqual(await found('nobody of that name'), []);
});

test('health tells whether a service is ready', async () => {
  const asked = await command('health', '--url', service.url);
  assert.deepEqual(asked, { address: service.url, ready: true });
  const { code, stderr } = await commandLine(service.database, 'health', '--url', 'http://127.0.0.1:9');
  assert.equal(code, 1);
  assert.match(stderr, /^http:\/\/127\.0\.0\.1:9 cannot be reached: ECONNREFUSED\.$/m);
  const wrong = await commandLine(service.database, 'health', '--url', `${service.url}/v1`);
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /404/);
});
