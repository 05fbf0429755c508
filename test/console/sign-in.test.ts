import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { test } from 'node:test';
import { serveHere } from '../serve-here.ts';
import { useService } from '../use-service.ts';
import { ConsoleBrowser } from './console-browser.ts';

const service = await useService();
/** Anybody may sign up, the address of a browser is that which a proxy names, and every origin may call the API. */
const open = await useService({
  env: { ROLLBOOK_SIGNUP: 'open', ROLLBOOK_TRUSTED_PROXIES: '127.0.0.0/8', ROLLBOOK_CORS_ORIGINS: '*' },
});

const invite = async (...options: string[]): Promise<string> =>
  tokenOf((await service.command('invite', 'create', ...options)).url);
const link = async (accountId: string): Promise<string> =>
  tokenOf((await service.command('account', 'link', accountId)).url);
const tokenOf = (url: string): string => new URL(url).hash.slice(1);
/** For the tests of which sign-up is no subject. */
const sharedInvite = await invite('--uses', '50');

async function signedUp(): Promise<{ browser: ConsoleBrowser; accountId: string; recoveryCodes: string[] }> {
  const browser = new ConsoleBrowser(service);
  return { browser, ...(await browser.signUp('arona', sharedInvite)) };
}

test('a player signs up by invite, signs out and signs in again', async () => {
  const { browser, accountId, recoveryCodes } = await signedUp();
  assert.equal(recoveryCodes.length, 10);
  for (const code of recoveryCodes) assert.match(code, /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  const session = await browser.ok('GET', '/session');
  assert.deepEqual(
    [session.signedIn, session.account.accountId, session.account.name, session.passkeys],
    [true, accountId, 'arona', 1],
  );
  assert.equal(session.recoveryCodesLeft, 10);
  await browser.ok('DELETE', '/session');
  assert.deepEqual(await browser.ok('GET', '/session'), {
    signedIn: false,
    signup: 'invite',
    passkeyProblem: null,
  });
  const signedOut = await browser.call('GET', '/keys');
  assert.deepEqual([signedOut.status, signedOut.body.error.code], [401, 'signed_out']);
  const answer = await browser.signIn();
  assert.deepEqual([answer.status, answer.body.account.accountId], [200, accountId]);
});

test('the cookie is for this host alone, unreadable to scripts and not sent from other sites', async () => {
  const browser = new ConsoleBrowser(service);
  await browser.signUp('arona', sharedInvite);
  const { cookie = '' } = await browser.call('DELETE', '/session');
  assert.match(cookie, /^rollbook-session=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax$/);
  const { headers } = await browser.signIn();
  assert.match(
    headers.get('set-cookie') ?? '',
    /^rollbook-session=[\w-]{56}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax$/,
  );
});

test('the cookie is Secure and __Host- where the public address is https, whatever a proxy says', async () => {
  const secure = await serveHere({
    env: { ROLLBOOK_PUBLIC_URL: 'https://rollbook.example', ROLLBOOK_SIGNUP: 'open' },
  });
  const browser = new ConsoleBrowser(secure);
  const headers = { origin: 'https://rollbook.example', 'x-forwarded-proto': 'http' };
  const { body } = await browser.call('POST', '/sign-up/options', { name: 'arona' }, headers);
  assert.equal(body.rp.id, 'rollbook.example');
  const { Authenticator } = await import('./authenticator.ts');
  const response = new Authenticator('https://rollbook.example').register(body);
  const { cookie } = await browser.call(
    'POST',
    '/sign-up',
    { name: 'arona', passkeyName: 'phone', response },
    headers,
  );
  assert.match(cookie ?? '', /^__Host-rollbook-session=[\w-]{56}; Path=\/; .*; Secure$/);
});

test('an invite is good for as many sign-ups as it names, also at once', async () => {
  const token = await invite('--uses', '2');
  const results = await Promise.allSettled(
    Array.from({ length: 5 }, () => new ConsoleBrowser(service).signUp('many', token)),
  );
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 2);
  const accounts = await service.command('account', 'list', '--name', 'many');
  assert.equal(accounts.length, 2);
  const late = await new ConsoleBrowser(service).call('POST', '/sign-up/options', {
    name: 'late',
    invite: token,
  });
  assert.deepEqual([late.status, late.body.error.code], [403, 'invite_rejected']);
});

test('nobody signs up without an invite, with a revoked one, or with a link', async () => {
  const { accountId } = await signedUp();
  const created = await service.command('invite', 'create');
  await service.command('invite', 'revoke', created.inviteId);
  for (const token of [undefined, 'invite_wrong', tokenOf(created.url), await link(accountId)]) {
    const answer = await new ConsoleBrowser(service).call('POST', '/sign-up/options', {
      name: 'x',
      invite: token,
    });
    assert.deepEqual([answer.status, answer.body.error.code], [403, 'invite_rejected'], String(token));
  }
});

test('ROLLBOOK_SIGNUP opens and closes the sign-up', async () => {
  const { accountId } = await new ConsoleBrowser(open).signUp('anyone');
  assert.match(accountId, /^acc_/);
  const closed = await serveHere({ env: { ROLLBOOK_SIGNUP: 'closed' } });
  const token = tokenOf((await closed.command('invite', 'create')).url);
  const browser = new ConsoleBrowser(closed);
  const answer = await browser.call('POST', '/sign-up/options', { name: 'x', invite: token });
  assert.deepEqual([answer.status, answer.body.error.code], [403, 'sign_up_closed']);
  assert.equal((await browser.call('POST', '/token', { token })).status, 404);
});

test("an operator's link names its account without being used up, and lets one passkey in, once", async () => {
  const { accountId } = await service.command('account', 'create', 'shiroko');
  const former = await link(accountId);
  const token = await link(accountId);
  const browser = new ConsoleBrowser(service);
  assert.equal((await browser.call('POST', '/token', { token: former })).status, 404);
  for (let i = 0; i < 2; i += 1)
    assert.deepEqual(await browser.ok('POST', '/token', { token }), {
      kind: 'link',
      account: { accountId, name: 'shiroko' },
    });
  const both = await Promise.all([
    browser.call('POST', '/enter', { token }),
    new ConsoleBrowser(service).call('POST', '/enter', { token }),
  ]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 404]);
  const entered = both.find(({ status }) => status === 200);
  browser.cookie = entered?.cookie?.split(';', 1)[0];
  assert.equal((await browser.ok('GET', '/session')).mustAddPasskey, true);
  for (const [method, path, body] of [
    ['GET', '/keys', undefined],
    ['GET', '/me/students', undefined],
    ['POST', '/keys', { name: '', permission: 'write', days: 1 }],
    ['GET', '/passkeys', undefined],
    ['POST', '/verify/options', {}],
  ] as const) {
    const answer = await browser.call(method, path, body);
    assert.deepEqual([answer.status, answer.body.error.code], [403, 'passkey_required'], path);
  }
  const before = browser.cookie;
  const added = await browser.addPasskey('phone');
  assert.equal(added.status, 200, added.text);
  assert.equal(added.body.recoveryCodes.length, 10);
  assert.notEqual(browser.cookie, before);
  assert.equal((await browser.ok('GET', '/session')).mustAddPasskey, false);
  // It counts as a fresh check.
  await browser.ok('POST', '/keys', { name: 'tool', permission: 'read', days: 1 });
  const stale = await browser.call('GET', '/session', undefined, { cookie: before });
  assert.equal(stale.body.signedIn, false);
});

test('of two first passkeys that are registered at once, one brings the recovery codes', async () => {
  const { accountId } = await service.command('account', 'create', 'hoshino');
  const browsers = [new ConsoleBrowser(service), new ConsoleBrowser(service)];
  for (const browser of browsers) await browser.ok('POST', '/enter', { token: await link(accountId) });
  const added = await Promise.all(browsers.map((browser) => browser.addPasskey('phone')));
  assert.deepEqual(
    added.map(({ status }) => status),
    [200, 200],
  );
  const [codes, none] = added.map(({ body }) => body.recoveryCodes).sort((a) => (a === null ? 1 : -1));
  assert.equal(none, null);
  for (const code of codes) await new ConsoleBrowser(service).ok('POST', '/recover', { code });
});

test('a recovery code works once, also when it is typed carelessly', async () => {
  const { recoveryCodes, accountId } = await signedUp();
  const typed = ` ${recoveryCodes[3]?.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')}`;
  const browser = new ConsoleBrowser(service);
  const entered = await browser.ok('POST', '/recover', { code: typed });
  assert.deepEqual([entered.account.accountId, entered.mustAddPasskey], [accountId, true]);
  const thief = new ConsoleBrowser(service);
  const again = await thief.call('POST', '/recover', { code: recoveryCodes[3] });
  const wrong = await thief.call('POST', '/recover', { code: '0000-0000-0000-0000' });
  assert.deepEqual([again.status, again.body], [wrong.status, wrong.body]);
  assert.deepEqual([again.status, again.body.error.code], [401, 'recovery_code_rejected']);
  const added = await browser.addPasskey('new phone');
  assert.equal(added.body.recoveryCodes, null);
  assert.equal(added.body.session.recoveryCodesLeft, 9);
});

test('a challenge serves one response, of its own purpose', async () => {
  const { browser } = await signedUp();
  const options = await browser.ok('POST', '/sign-in/options', {});
  const response = browser.authenticator.sign(options);
  assert.equal((await browser.call('POST', '/sign-in', { response })).status, 200);
  assert.equal((await browser.call('POST', '/sign-in', { response })).status, 401);
  const both = await browser.ok('POST', '/sign-in/options', {});
  const twice = browser.authenticator.sign(both);
  const statuses = await Promise.all(
    [1, 2, 3].map(async () => (await browser.call('POST', '/sign-in', { response: twice })).status),
  );
  assert.deepEqual(statuses.sort(), [200, 401, 401]);
  const forSignIn = browser.authenticator.sign(await browser.ok('POST', '/sign-in/options', {}));
  assert.equal((await browser.call('POST', '/verify', { response: forSignIn })).status, 401);
  const forVerify = browser.authenticator.sign(await browser.ok('POST', '/verify/options', {}));
  assert.equal((await browser.call('POST', '/sign-in', { response: forVerify })).status, 401);
});

test('rejects a passkey of another origin, without verification, of another server or of a copy alike', async () => {
  const { browser } = await signedUp();
  const attempt = async (change: () => void) => {
    const options = await browser.ok('POST', '/sign-in/options', {});
    change();
    const response = browser.authenticator.sign(options);
    browser.authenticator.origin = browser.origin;
    browser.authenticator.flags = 5;
    const { status, body } = await browser.call('POST', '/sign-in', { response });
    return [status, body];
  };
  const otherOrigin = await attempt(() => {
    browser.authenticator.origin = 'http://localhost:1';
  });
  const unverified = await attempt(() => {
    browser.authenticator.flags = 1;
  });
  const stranger = new ConsoleBrowser(service);
  stranger.authenticator.register({ challenge: 'x', user: { id: 'YWNjXzE' } });
  const unknown = await stranger.signIn();
  assert.deepEqual([unknown.status, unknown.body.error.code], [401, 'passkey_rejected']);
  for (const one of [otherOrigin, unverified]) assert.deepEqual(one, [401, unknown.body]);
});

test('a change is accepted from the console’s own pages only', async () => {
  const { browser } = await signedUp();
  const answers: [Record<string, string | undefined>, number][] = [
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
    [{ origin: undefined, 'sec-fetch-site': undefined }, 403],
    [{ origin: 'null', 'sec-fetch-site': undefined }, 403],
    [{ origin: `http://127.0.0.1:${new URL(service.url).port}`, 'sec-fetch-site': undefined }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: undefined }, 200],
    [{ 'sec-fetch-site': undefined }, 200],
  ];
  for (const [headers, status] of answers) {
    const answer = await browser.call('POST', '/verify/options', {}, headers);
    const code = status === 403 ? 'other_origin' : undefined;
    assert.deepEqual([answer.status, answer.body.error?.code], [status, code], JSON.stringify(headers));
  }
  const form = await browser.call('POST', '/verify/options', '{}', { 'content-type': 'text/plain' });
  assert.equal(form.status, 400);
});

test('no other origin may read the console, even where ROLLBOOK_CORS_ORIGINS allows all', async () => {
  const headers = { origin: 'https://tool.example', 'access-control-request-method': 'GET' };
  for (const path of [
    '/console',
    '/console/api/session',
    '/%63onsole/api/session',
    '/console/api/nothing',
    '/mcp',
  ]) {
    for (const method of ['GET', 'OPTIONS', 'POST']) {
      const answer = await fetch(open.url + path, { method, headers });
      assert.equal(answer.headers.get('access-control-allow-origin'), null, `${method} ${path}`);
    }
  }
  const api = await fetch(`${open.url}/v1/students`, { method: 'OPTIONS', headers });
  assert.equal(api.headers.get('access-control-allow-origin'), '*');
});

test('a sign-out everywhere and a suspension end every session at once', async () => {
  const { browser, accountId } = await signedUp();
  const other = new ConsoleBrowser(service);
  const options = await other.ok('POST', '/sign-in/options', {});
  await other.ok('POST', '/sign-in', { response: browser.authenticator.sign(options) });
  await service.command('account', 'suspend', accountId);
  for (const one of [browser, other]) {
    const answer = await one.call('GET', '/me/students');
    assert.deepEqual([answer.status, answer.body.error.code], [403, 'account_suspended']);
  }
  const signIn = await browser.signIn();
  assert.deepEqual([signIn.status, signIn.body.error.code], [403, 'account_suspended']);
  await service.command('account', 'activate', accountId);
  await other.ok('GET', '/me/students');
  await browser.ok('DELETE', '/sessions');
  assert.equal((await other.call('GET', '/me/students')).status, 401);
});

test('a link or recovery code of a suspended account is refused and not used up', async () => {
  const { accountId, recoveryCodes } = await signedUp();
  const token = await link(accountId);
  const ways = [
    ['/enter', { token }, { token: `${token}x` }, 404],
    ['/recover', { code: recoveryCodes[0] }, { code: '0000-0000-0000-0000' }, 401],
  ] as const;
  await service.command('account', 'suspend', accountId);
  for (const [path, body, wrong, status] of ways) {
    const answer = await new ConsoleBrowser(service).call('POST', path, body);
    assert.deepEqual(
      [answer.status, answer.body.error?.code, answer.cookie],
      [403, 'account_suspended', undefined],
    );
    assert.equal((await new ConsoleBrowser(service).call('POST', path, wrong)).status, status);
  }
  await service.command('account', 'activate', accountId);
  for (const [path, body] of ways) await new ConsoleBrowser(service).ok('POST', path, body);
});

test('a sign-out everywhere voids a link of the operator and the sessions of recovery codes', async () => {
  const { browser, accountId, recoveryCodes } = await signedUp();
  const token = await link(accountId);
  const lost = new ConsoleBrowser(service);
  await lost.ok('POST', '/recover', { code: recoveryCodes[0] });
  await browser.ok('DELETE', '/sessions');
  assert.equal((await lost.call('POST', '/passkeys/options', {})).status, 401);
  const finder = new ConsoleBrowser(service);
  assert.equal((await finder.call('POST', '/token', { token })).status, 404);
  assert.equal((await finder.call('POST', '/enter', { token })).status, 404);
});

test('a request whose body arrives after the sign-out everywhere is refused', async () => {
  const { browser } = await signedUp();
  const body = JSON.stringify({ name: '', permission: 'write', days: 1 });
  const held = request(`${service.url}/console/api/keys`, {
    method: 'POST',
    headers: {
      origin: browser.origin,
      cookie: browser.cookie,
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue',
    },
  });
  const answered = once(held, 'response');
  held.flushHeaders();
  // The service asks for the body once it has admitted the request.
  await once(held, 'continue');
  await browser.ok('DELETE', '/sessions');
  held.end(body);
  const [response] = await answered;
  assert.equal(response.statusCode, 401);
  response.resume();
  assert.equal((await browser.signIn()).status, 200);
  assert.deepEqual((await browser.ok('GET', '/keys')).keys, []);
});

test('a sign-in ends the session that the browser had, so that no one can plant theirs', async () => {
  const { browser } = await signedUp();
  const planted = browser.cookie;
  assert.equal((await browser.signIn()).status, 200);
  assert.notEqual(browser.cookie, planted);
  assert.equal((await browser.call('GET', '/keys', undefined, { cookie: planted })).status, 401);
  const twice = { cookie: `${browser.cookie}; ${planted}` };
  assert.equal((await browser.call('GET', '/keys', undefined, twice)).status, 401);
});

test('failed attempts with a passkey do not keep its player out', async () => {
  const browser = new ConsoleBrowser(open);
  await browser.signUp('arona');
  const [{ passkeyId: id }] = (await browser.ok('GET', '/passkeys')).passkeys;
  const response = { id, rawId: id, type: 'public-key', response: {}, clientExtensionResults: {} };
  const statuses = new Set<number>();
  for (let i = 0; i < 110; i += 1) {
    const from = { 'x-forwarded-for': `203.0.113.${i}` };
    statuses.add((await browser.call('POST', '/sign-in', { response }, from)).status);
  }
  assert.deepEqual([...statuses], [401, 429]);
  assert.equal((await browser.signIn()).status, 200);
});

test('attempts from one address are bounded', async () => {
  const bounded = await serveHere();
  const browser = new ConsoleBrowser(bounded);
  const statuses = new Set<number>();
  for (let i = 0; i < 120; i += 1)
    statuses.add((await browser.call('POST', '/recover', { code: `wrong-${i}` })).status);
  assert.deepEqual([...statuses], [401, 429]);
  const { headers } = await browser.call('POST', '/sign-in/options', {});
  assert.ok(Number(headers.get('retry-after')) > 500);
  // Signed-in players and the API go on.
  assert.equal((await browser.call('GET', '/session')).status, 200);
});

test('attempts from the networks of one /48 are bounded together', async () => {
  const bounded = await serveHere({ env: { ROLLBOOK_TRUSTED_PROXIES: '127.0.0.1' } });
  const browser = new ConsoleBrowser(bounded);
  const attempt = async (address: string) =>
    (await browser.call('POST', '/recover', { code: 'wrong' }, { 'x-forwarded-for': address })).status;
  const statuses: number[] = [];
  for (let i = 0; i < 801; i += 1) statuses.push(await attempt(`2001:db8:1:${(i % 50).toString(16)}::1`));
  assert.deepEqual([new Set(statuses.slice(0, 800)), statuses.slice(800)], [new Set([401]), [429]]);
  assert.equal(await attempt('2001:db8:2::1'), 401);
});

test('attempts count for the address that a trusted proxy names, and for the passkey whatever the address', async () => {
  const browser = new ConsoleBrowser(open);
  const from = (i: number) => ({ 'x-forwarded-for': `198.51.100.1, 203.0.113.${i}` });
  const attempt = async (i: number, id: string) => {
    const response = { id, rawId: id, type: 'public-key', response: {}, clientExtensionResults: {} };
    return (await browser.call('POST', '/sign-in', { response }, from(i))).status;
  };
  const statuses: number[] = [];
  for (let i = 0; i < 110; i += 1) statuses.push(await attempt(i, 'cGFzc2tleQ'));
  assert.deepEqual(
    [statuses.slice(0, 100).every((status) => status === 401), statuses.slice(100)],
    [true, Array(10).fill(429)],
  );
  assert.equal(await attempt(0, 'b3RoZXI'), 401);
  const codes: number[] = [];
  for (let i = 0; i < 110; i += 1)
    codes.push((await browser.call('POST', '/recover', { code: `wrong-${i}` }, from(250))).status);
  assert.deepEqual([codes[0], codes[109]], [401, 429]);
  assert.equal((await browser.call('POST', '/recover', { code: 'wrong' }, from(251))).status, 401);
});

test('127.0.0.1 leads to localhost, where passkeys work', async () => {
  const answer = await fetch(`${service.url}/console/enter`, { redirect: 'manual' });
  const { port } = new URL(service.url);
  assert.deepEqual(
    [answer.status, answer.headers.get('location')],
    [302, `http://localhost:${port}/console/enter`],
  );
  const other = await serveHere({ env: { ROLLBOOK_PUBLIC_URL: 'http://192.0.2.1:8080' } });
  const session = await (await fetch(`${other.url}/console/api/session`)).json();
  assert.deepEqual(session, { signedIn: false, signup: 'invite', passkeyProblem: 'ip-address' });
});
