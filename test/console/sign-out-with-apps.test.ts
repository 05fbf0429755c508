import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowPage, askInBrowser, forgetVerification } from '../apps/oauth-client.ts';
import { query } from '../database.ts';
import { useService } from '../use-service.ts';
import { type ConsoleBrowser, signUpPlayer } from './console-browser.ts';

const service = await useService({ env: { ROLLBOOK_SIGNUP: 'open' } });
const DAY_MS = 86_400_000;

/** Connects an app as if it had been so many days ago, and returns its key. */
async function connectApp(browser: ConsoleBrowser, host: string, daysAgo: number): Promise<string> {
  const { open, redeem } = askInBrowser(service, { clientId: `https://${host}/` });
  const code = (await allowPage(browser, await open(), ['roster:read'])).searchParams.get('code') ?? '';
  const { access_token: key } = (await redeem(code)).body;
  await query(service.database, `UPDATE api_key SET issued_at = issued_at - ? WHERE name = ?`, [
    daysAgo * DAY_MS,
    host,
  ]);
  return key;
}

const statusOf = async (key: string) => (await service.call(key, 'GET', '/me/students')).status;

test('a sign-out everywhere offers the apps that a session may have let in, and disconnects those that are named', async () => {
  const { browser, accountId } = await signUpPlayer(service);
  const former = await connectApp(browser, 'former.example', 91);
  const earlier = await connectApp(browser, 'earlier.example', 89);
  const ended = await connectApp(browser, 'ended.example', 2);
  const latest = await connectApp(browser, 'latest.example', 1);
  const { key, apiKey } = await browser.ok('POST', '/keys', { name: '', permission: 'read', days: 1 });
  const listed = (await browser.ok('GET', '/keys')).keys;
  const idOf = (host: string) => listed.find(({ name }: { name: string }) => name === host).keyId;
  await browser.ok('DELETE', `/keys/${idOf('ended.example')}`);
  const { recentApps } = await browser.ok('GET', '/sessions');
  assert.deepEqual(
    recentApps.map(({ name }: { name: string }) => name),
    ['latest.example', 'earlier.example'],
  );

  const apps = [recentApps[0].keyId, idOf('former.example'), idOf('ended.example'), key.keyId, 'key_unknown'];
  const signOut = () => browser.call('POST', '/sign-out-everywhere', { apps });
  await forgetVerification(service, accountId);
  assert.equal((await signOut()).body.error.code, 'verification_required');
  assert.deepEqual(await Promise.all([latest, former].map(statusOf)), [200, 200]);
  assert.equal((await browser.verify()).status, 200);
  assert.equal((await signOut()).status, 200);
  // A key that was made by hand is no app.
  assert.deepEqual(
    await Promise.all([latest, former, ended, earlier, apiKey].map(statusOf)),
    [401, 401, 401, 200, 200],
  );
  assert.equal((await browser.call('GET', '/keys')).status, 401);

  assert.equal((await browser.signIn()).status, 200);
  const { activity } = await browser.ok('GET', '/activity');
  const told = activity
    .map(({ kind, detail }: { kind: string; detail: string }) => `${kind} ${detail}`)
    .filter((entry: string) => /^(app-disconnected|signed-out)/.test(entry));
  assert.deepEqual(told.sort(), [
    'app-disconnected ended.example',
    'app-disconnected former.example',
    'app-disconnected latest.example',
    'signed-out-everywhere ',
  ]);
});

test('a sign-out everywhere that ends no app needs no passkey check, and leaves the apps', async () => {
  const { browser, accountId } = await signUpPlayer(service);
  const key = await connectApp(browser, 'left.example', 0);
  await forgetVerification(service, accountId);
  await browser.ok('DELETE', '/sessions');
  assert.equal(await statusOf(key), 200);
});
