import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { test } from 'node:test';
import { useService } from '../use-service.ts';
import { ConsoleBrowser } from './console-browser.ts';

const LATE_WRITES = 64;

const service = await useService({ env: { ROLLBOOK_SIGNUP: 'open', ROLLBOOK_WRITE_LIMIT: '100000' } });

async function signedUp(): Promise<{ browser: ConsoleBrowser; accountId: string; recoveryCodes: string[] }> {
  const browser = new ConsoleBrowser(service);
  return { browser, ...(await browser.signUp('arona')) };
}
/** Another browser with the same cookie: somebody has copied it. */
function copyOf({ cookie }: ConsoleBrowser): ConsoleBrowser {
  const thief = new ConsoleBrowser(service);
  thief.cookie = cookie;
  return thief;
}
const statusOf = async (browser: ConsoleBrowser) => (await browser.call('GET', '/keys')).status;
const kindsOf = async (browser: ConsoleBrowser): Promise<string[]> =>
  (await browser.ok('GET', '/activity')).activity.map(({ kind }: { kind: string }) => kind);

test('a passkey check begins a new session, so that a copied cookie is worth nothing after it', async () => {
  const { browser } = await signedUp();
  const thief = copyOf(browser);
  assert.equal(await statusOf(thief), 200);
  const { cookie } = browser;
  assert.equal((await browser.verify()).status, 200);
  assert.notEqual(browser.cookie, cookie);
  assert.equal(await statusOf(browser), 200);
  const refused = await thief.call('POST', '/keys', { name: '', permission: 'read', days: 1 });
  assert.deepEqual([refused.status, refused.body.error.code], [401, 'signed_out']);
  assert.equal((await kindsOf(browser))[0], 'verified');
});

test('after a passkey check what the browser has changed is still its own', async () => {
  const { browser } = await signedUp();
  await browser.ok('POST', '/me/students', { studentUid: '10000', tier: 3, weaponTier: 0 });
  assert.equal((await browser.verify()).status, 200);
  const [group] = (await browser.ok('GET', '/history/groups')).groups;
  assert.deepEqual([group.by.isCurrent, group.by.hasEnded], [true, false]);
});

test('passkey checks and sign-ins that fail are in the activity', async () => {
  const { browser } = await signedUp();
  browser.authenticator.origin = 'http://evil.test';
  assert.equal((await browser.verify()).status, 401);
  assert.equal((await browser.signIn()).status, 401);
  assert.deepEqual((await kindsOf(browser)).slice(0, 2), ['sign-in-failed', 'verification-failed']);
});

test('the sessions of an account are listed, and ended one by one by their player only', async () => {
  const { browser } = await signedUp();
  const phone = new ConsoleBrowser(service);
  Object.assign(phone, { authenticator: browser.authenticator });
  const userAgent =
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
  const options = await phone.ok('POST', '/sign-in/options', {});
  const signedIn = await phone.call(
    'POST',
    '/sign-in',
    { response: browser.authenticator.sign(options) },
    { 'user-agent': userAgent },
  );
  assert.equal(signedIn.status, 200);
  const { sessions } = await browser.ok('GET', '/sessions');
  const [own, other] = [true, false].map((isCurrent) =>
    sessions.find((session: { isCurrent: boolean }) => session.isCurrent === isCurrent),
  );
  assert.equal(sessions.length, 2);
  assert.deepEqual(
    [other.browser, other.passkeyName, other.origin],
    ['Chrome, Android', 'laptop', 'passkey'],
  );
  const { browser: stranger } = await signedUp();
  for (const sessionId of [other.sessionId, 'x', '%00'])
    assert.equal((await stranger.call('DELETE', `/sessions/${sessionId}`)).status, 404);
  assert.equal((await browser.call('DELETE', `/sessions/${other.sessionId.slice(0, 1)}`)).status, 404);
  await browser.ok('DELETE', `/sessions/${other.sessionId}`);
  assert.equal(await statusOf(phone), 401);
  assert.equal((await browser.call('DELETE', `/sessions/${other.sessionId}`)).status, 404);
  assert.equal((await kindsOf(browser))[0], 'session-ended');
  await browser.ok('DELETE', `/sessions/${own.sessionId}`);
  assert.equal(await statusOf(browser), 401);
});

test('a removed passkey takes the sessions that it began with it', async () => {
  const { browser } = await signedUp();
  const intruder = copyOf(browser);
  const { body } = await intruder.addPasskey('mine now');
  assert.equal(await statusOf(browser), 401);
  await browser.signIn();
  const stranger = new ConsoleBrowser(service);
  Object.assign(stranger, { authenticator: intruder.authenticator });
  assert.equal((await stranger.signIn()).status, 200);
  await browser.ok('DELETE', `/passkeys/${body.passkey.passkeyId}`);
  assert.equal(await statusOf(stranger), 401);
  assert.equal(await statusOf(browser), 200);
});

test('a player whom an eviction has left without a passkey adds one', async () => {
  const { browser } = await signedUp();
  assert.equal((await browser.addPasskey('phone')).status, 200);
  const { passkeys } = await browser.ok('GET', '/passkeys');
  const own = passkeys.find(({ name }: { name: string }) => name !== 'phone');
  await browser.ok('DELETE', `/passkeys/${own.passkeyId}`);
  await browser.ok('POST', '/eviction', { keptPasskeys: [] });
  assert.deepEqual((await browser.ok('GET', '/passkeys')).passkeys, []);
  const { status, body } = await browser.addPasskey('new phone');
  assert.equal(status, 200, JSON.stringify(body));
});

test('whoever else was in the account is out of it after the eviction', async () => {
  const { browser, accountId, recoveryCodes } = await signedUp();
  const state = { studentUid: '10010', tier: 3, weaponTier: 0 };
  const { apiKey } = await browser.ok('POST', '/keys', { name: 'theirs', permission: 'write', days: 1 });
  assert.equal((await service.call(apiKey, 'POST', '/me/students', state)).status, 201);
  const intruder = copyOf(browser);
  const added = (await intruder.addPasskey('theirs')).body.passkey;
  await browser.signIn();
  const { url } = await service.command('account', 'link', accountId);
  const [own] = (await browser.ok('GET', '/passkeys')).passkeys.filter(
    ({ passkeyId }: { passkeyId: string }) => passkeyId !== added.passkeyId,
  );
  for (const keptPasskeys of ['all', [own.passkeyId, 5], ['no, passkey'], undefined]) {
    const { status, body } = await browser.call('POST', '/eviction', { keptPasskeys });
    assert.deepEqual(
      [status, body.error.fields[0].field],
      [400, Array.isArray(keptPasskeys) ? `keptPasskeys.${keptPasskeys.length - 1}` : 'keptPasskeys'],
    );
  }
  const { recoveryCodes: codes } = await browser.ok('POST', '/eviction', { keptPasskeys: [] });
  assert.equal(await statusOf(intruder), 401);
  assert.equal((await intruder.signIn()).status, 401);
  assert.equal((await service.call(apiKey, 'GET', '/me/students')).status, 401);
  const other = new ConsoleBrowser(service);
  assert.equal((await other.call('POST', '/enter', { token: new URL(url).hash.slice(1) })).status, 404);
  assert.equal((await other.call('POST', '/recover', { code: recoveryCodes[0] })).status, 401);
  assert.equal((await other.call('POST', '/recover', { code: codes[0] })).status, 200);
  assert.deepEqual(
    (await browser.ok('GET', '/passkeys')).passkeys.map(({ passkeyId }: { passkeyId: string }) => passkeyId),
    [own.passkeyId],
  );
  assert.ok((await kindsOf(browser)).includes('intruder-evicted'));
});

/** Sends the head and the beginning of the body. `finish` sends the rest and returns the status. */
async function hold(method: string, url: string, headers: Record<string, string>, body: object) {
  const text = JSON.stringify(body);
  const sent: ClientRequest = request(url, {
    method,
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': String(text.length),
      expect: '100-continue',
    },
  });
  sent.flushHeaders();
  // Key, limit and session are checked before.
  await once(sent, 'continue');
  sent.write(text.slice(0, 5));
  return async (): Promise<number> => {
    sent.end(text.slice(5));
    const [response] = await once(sent, 'response');
    response.resume();
    return response.statusCode;
  };
}

test('a body that arrives after its key was revoked or its account suspended changes nothing and learns nothing', async () => {
  const { browser, accountId } = await signedUp();
  const newKey = async () => {
    const { key, apiKey } = await browser.ok('POST', '/keys', { name: '', permission: 'write', days: 1 });
    return { keyId: key.keyId, apiKey };
  };
  const state = { studentUid: '10010', tier: 3, weaponTier: 0 };
  const reader = await newKey();
  await service.call(reader.apiKey, 'POST', '/me/students', state);
  for (const [end, status] of [
    [(keyId: string) => browser.ok('DELETE', `/keys/${keyId}`), 401],
    [() => service.command('account', 'suspend', accountId), 403],
  ] as const) {
    const { keyId, apiKey } = await newKey();
    const headers = { authorization: `Bearer ${apiKey}` };
    const base = `${service.url}/v1/me/students`;
    const patch = await hold('PATCH', `${base}/10010`, headers, { level: 90 });
    const post = await hold('POST', base, headers, { ...state, studentUid: '10000' });
    const recruited = await hold('POST', base, headers, state);
    const invalid = await hold('PATCH', `${base}/10010`, headers, { level: 'x' });
    await end(keyId);
    const statuses = [await patch(), await post(), await recruited(), await invalid()];
    assert.deepEqual(statuses, Array(4).fill(status));
  }
  await service.command('account', 'activate', accountId);
  const { body } = await service.call(reader.apiKey, 'GET', '/me/students');
  assert.deepEqual(
    body.students.map(({ studentUid, level }: { studentUid: string; level: number | null }) => [
      studentUid,
      level,
    ]),
    [['10010', null]],
  );
});

test('no write of a session is stored after its sign-out was answered', async () => {
  const { browser } = await signedUp();
  const state = { studentUid: '10010', tier: 3, weaponTier: 0 };
  for (let round = 0; round < 5; round += 1) {
    const leaving = new ConsoleBrowser(service);
    Object.assign(leaving, { authenticator: browser.authenticator });
    assert.equal((await leaving.signIn()).status, 200);
    const changes = Array.from({ length: LATE_WRITES }, (_, i) =>
      i % 2 === 0
        ? leaving.call('POST', '/keys', { name: `late ${i}`, permission: 'read', days: 1 })
        : leaving.call('POST', '/recovery-codes', {}),
    );
    const student = leaving.call('POST', '/me/students', state);
    await copyOf(leaving).ok('DELETE', '/session');
    const seen = await browser.ok('GET', '/export');
    await Promise.all([...changes, student]);
    const later = await browser.ok('GET', '/export');
    for (const part of ['keys', 'activity', 'students']) assert.deepEqual(later[part], seen[part], part);
    await browser.call('DELETE', '/me/students/10010');
  }
});

test('the session tells whether the operator has a folder of portraits', async () => {
  assert.equal((await (await signedUp()).browser.ok('GET', '/session')).hasPortraits, false);
  const illustrated = await useService({
    env: { ROLLBOOK_SIGNUP: 'open', ROLLBOOK_PORTRAITS: import.meta.dirname },
  });
  const browser = new ConsoleBrowser(illustrated);
  await browser.signUp('arona');
  assert.equal((await browser.ok('GET', '/session')).hasPortraits, true);
});

test('the session tells whether apps can be connected', async () => {
  assert.equal((await (await signedUp()).browser.ok('GET', '/session')).connectsApps, true);
  const off = await useService({ env: { ROLLBOOK_SIGNUP: 'open', ROLLBOOK_OAUTH: 'off' } });
  const browser = new ConsoleBrowser(off);
  await browser.signUp('arona');
  assert.equal((await browser.ok('GET', '/session')).connectsApps, false);
});
