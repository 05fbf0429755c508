import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { query } from '../database.ts';
import { useSharedService } from '../use-service.ts';
import { ConsoleBrowser } from './console-browser.ts';

/** Of the form that keys had before they carried their account. */
const FORMER_KEY = 'rollbook_YVZFDlUq38LvFbDmkb6mSk1gOfo3OhXTR';

const service = await useSharedService();
const hashOf = (secret: string) => hash('sha256', secret, 'hex');
/** As the migration leaves it. */
const noteFormer = (digest: string, accountId: string) =>
  query(service.database, 'INSERT INTO account_lookup (found_by, account_id) VALUES (?, ?)', [
    digest,
    accountId,
  ]);

test('a key that was issued before keys carried their account reads and writes, until it is revoked', async () => {
  const { id, write } = await service.account();
  const keys: { keyId: string; permission: string }[] = await service.command('key', 'list', '--account', id);
  const keyId = keys.find(({ permission }) => permission === 'write')?.keyId as string;
  const digest = hashOf(FORMER_KEY);
  await query(service.database, 'UPDATE api_key SET digest = ? WHERE key_id = ?', [digest, keyId]);
  await noteFormer(digest, id);

  assert.equal((await service.call(write, 'GET', '/me/students')).status, 401);
  const state = { studentUid: '10010', tier: 3, weaponTier: 0 };
  assert.equal((await service.call(FORMER_KEY, 'POST', '/me/students', state)).status, 201);
  assert.equal((await service.call(FORMER_KEY, 'GET', '/me/students')).body.students.length, 1);

  await service.command('key', 'revoke', keyId);
  assert.equal((await service.call(FORMER_KEY, 'GET', '/me/students')).status, 401);
  assert.equal((await service.call(FORMER_KEY, 'PATCH', '/me/students/10010', { level: 2 })).status, 401);
  await service.command('account', 'delete', id, '--yes');
  assert.deepEqual(
    await query(service.database, 'SELECT * FROM account_lookup WHERE account_id = ?', [id]),
    [],
  );
});

test('a session that began before sessions carried their account goes on, until it ends', async () => {
  const browser = new ConsoleBrowser(service);
  const { accountId } = await browser.signUp('former');
  const formerToken = 'x'.repeat(43);
  const digest = hashOf(formerToken);
  await query(service.database, 'UPDATE console_session SET digest = ? WHERE account_id = ?', [
    digest,
    accountId,
  ]);
  await noteFormer(digest, accountId);

  assert.equal((await browser.call('GET', '/me/students')).status, 401);
  browser.cookie = browser.cookie?.replace(/=.*/, `=${formerToken}`);
  assert.deepEqual((await browser.ok('GET', '/me/students')).students, []);
  await browser.ok('DELETE', '/session');
  browser.cookie = `rollbook-session=${formerToken}`;
  assert.equal((await browser.call('GET', '/me/students')).status, 401);
});
