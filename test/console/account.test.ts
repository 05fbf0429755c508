import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../blackbox/error-response.ts';
import { query } from '../database.ts';
import { serveHere } from '../serve-here.ts';
import { until } from '../until.ts';
import { useProcess } from '../use-service.ts';
import { ConsoleBrowser, signUpPlayer } from './console-browser.ts';

const service = await useProcess({ env: { ROLLBOOK_SIGNUP: 'open' } });

test('a key is made, used, rotated and revoked as the commands do', async () => {
  const { browser } = await signUpPlayer(service);
  const { key, apiKey } = await browser.ok('POST', '/keys', {
    name: '플래너',
    permission: 'write',
    days: 30,
  });
  assert.ok(apiKey.startsWith(key.shown));
  assert.deepEqual([key.name, key.permission, key.revokedAt], ['플래너', 'write', null]);
  assert.equal(Date.parse(key.expiresAt) - Date.parse(key.issuedAt), 30 * 86_400_000);
  const state = { studentUid: '10010', tier: 5, weaponTier: 2 };
  assert.equal((await service.call(apiKey, 'POST', '/me/students', state)).status, 201);
  const rotated = await browser.ok('POST', `/keys/${key.keyId}/rotate`, { overlapMinutes: 60 });
  assert.notEqual(rotated.apiKey, apiKey);
  assert.equal((await service.call(apiKey, 'GET', '/me/students')).status, 200);
  const { revokedAt } = await browser.ok('DELETE', `/keys/${key.keyId}`);
  assert.equal((await browser.ok('DELETE', `/keys/${key.keyId}`)).revokedAt, revokedAt);
  assert.equal((await service.call(apiKey, 'GET', '/me/students')).status, 401);
  assert.equal((await service.call(rotated.apiKey, 'GET', '/me/students')).status, 200);
  const { keys } = await browser.ok('GET', '/keys');
  assert.deepEqual(
    keys.map((one: { revokedAt: string | null }) => one.revokedAt !== null),
    [true, false],
  );
  const again = await browser.call('POST', `/keys/${key.keyId}/rotate`, { overlapMinutes: 0 });
  assert.equal(again.status, 400);
  /** No request waits for this entry. */
  const isNoted = (kind: string) => kind === 'key-refused';
  let kinds: string[] = [];
  // Rarely enough for the session's own limit.
  await until(
    'the refused key is noted',
    async () => {
      kinds = (await browser.ok('GET', '/activity')).activity.map(({ kind }: { kind: string }) => kind);
      return kinds.some(isNoted);
    },
    { every: 200 },
  );
  assert.deepEqual(
    kinds.filter((kind) => !isNoted(kind)),
    ['key-revoked', 'key-rotated', 'key-issued', 'account-created'],
  );
  assert.equal(service.stdout().includes(apiKey), false);
});

test("another account's keys and passkeys are not found", async () => {
  const { browser } = await signUpPlayer(service);
  const { key } = await browser.ok('POST', '/keys', { name: '', permission: 'read', days: 1 });
  const [passkey] = (await browser.ok('GET', '/passkeys')).passkeys;
  const { browser: stranger } = await signUpPlayer(service);
  for (const [method, path, body] of [
    ['POST', `/keys/${key.keyId}/rotate`, { overlapMinutes: 0 }],
    ['DELETE', `/keys/${key.keyId}`, undefined],
    ['PATCH', `/passkeys/${passkey.passkeyId}`, { name: 'mine' }],
    ['DELETE', `/passkeys/${passkey.passkeyId}`, undefined],
  ] as const)
    assert.equal((await stranger.call(method, path, body)).status, 404, path);
  for (const id of ['%00', '__proto__', '%E2%80%AE'])
    for (const [method, path, body] of [
      ['POST', `/keys/${id}/rotate`, { overlapMinutes: 0 }],
      ['DELETE', `/keys/${id}`, undefined],
      ['PATCH', `/passkeys/${id}`, { name: 'mine' }],
      ['DELETE', `/passkeys/${id}`, undefined],
    ] as const)
      assert.equal((await browser.call(method, path, body)).status, 404, path);
  assert.equal((await browser.ok('GET', '/keys')).keys[0].revokedAt, null);
});

test('passkeys are added, renamed and removed, but for the last', async () => {
  const { browser } = await signUpPlayer(service);
  const added = await browser.addPasskey('phone');
  assert.deepEqual([added.body.session.passkeys, added.body.recoveryCodes], [2, null]);
  const { passkeyId } = added.body.passkey;
  await browser.ok('PATCH', `/passkeys/${passkeyId}`, { name: '전화기' });
  const { passkeys } = await browser.ok('GET', '/passkeys');
  assert.deepEqual(passkeys.map(({ name }: { name: string }) => name).sort(), ['laptop', '전화기']);
  const removals = await Promise.all(
    passkeys.map((one: { passkeyId: string }) => browser.call('DELETE', `/passkeys/${one.passkeyId}`)),
  );
  assert.deepEqual(removals.map(({ status }) => status).sort(), [200, 409]);
  assert.equal(removals.find(({ status }) => status === 409)?.body.error.code, 'last_passkey');
  assert.equal((await browser.ok('GET', '/passkeys')).passkeys.length, 1);
});

test('keys, apps, passkeys, codes, other sessions and deletion need a passkey check within ten minutes', async () => {
  const { browser, accountId } = await signUpPlayer(service);
  const { key } = await browser.ok('POST', '/keys', { name: '', permission: 'read', days: 1 });
  const [passkey] = (await browser.ok('GET', '/passkeys')).passkeys;
  const [session] = (await browser.ok('GET', '/sessions')).sessions;
  await query(
    service.database,
    'UPDATE console_session SET verified_at = verified_at - 600000 WHERE account_id = ?',
    [accountId],
  );
  for (const [method, path, body] of [
    ['POST', '/keys', { name: '', permission: 'read', days: 1 }],
    ['POST', `/keys/${key.keyId}/rotate`, { overlapMinutes: 0 }],
    ['DELETE', `/keys/${key.keyId}`, undefined],
    ['POST', '/passkeys/options', {}],
    ['POST', '/passkeys', { name: 'phone', response: {} }],
    ['PATCH', `/passkeys/${passkey.passkeyId}`, { name: '전화기' }],
    ['DELETE', `/passkeys/${passkey.passkeyId}`, undefined],
    ['POST', '/recovery-codes', {}],
    ['DELETE', `/sessions/${session.sessionId}`, undefined],
    ['POST', '/sign-out-everywhere', { apps: [] }],
    ['POST', '/eviction', { keptPasskeys: [] }],
    ['POST', '/apps/consent/allow', { query: '', areas: ['roster:read'] }],
    ['POST', '/apps/device/allow', { userCode: '', areas: ['roster:read'] }],
    ['DELETE', '/account', undefined],
  ] as const) {
    const answer = await browser.call(method, path, body);
    assert.deepEqual([answer.status, answer.body.error?.code], [403, 'verification_required'], path);
  }
  assert.equal((await browser.verify()).status, 200);
  await browser.ok('PATCH', `/passkeys/${passkey.passkeyId}`, { name: '전화기' });
});

test('an account has at most 50 passkeys, except for one that a lost player registers', async () => {
  const browser = new ConsoleBrowser(service);
  const { recoveryCodes } = await browser.signUp('arona');
  for (let i = 1; i < 49; i += 1) assert.equal((await browser.addPasskey(`passkey ${i}`)).status, 200);
  const early = await browser.ok('POST', '/passkeys/options', {});
  assert.equal((await browser.addPasskey('passkey 49')).status, 200);
  for (const refused of [
    await browser.call('POST', '/passkeys/options', {}),
    await browser.call('POST', '/passkeys', { name: 'x', response: browser.authenticator.register(early) }),
  ])
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'limit_reached']);
  const lost = new ConsoleBrowser(service);
  await lost.ok('POST', '/recover', { code: recoveryCodes[0] });
  assert.equal((await lost.addPasskey('new phone')).status, 200);
});

test('an account has at most 1,000 keys; those that have ended do not count', async () => {
  const { browser } = await signUpPlayer(service);
  const { key } = await browser.ok('POST', '/keys', { name: '', permission: 'read', days: 1 });
  await query(
    service.database,
    `INSERT INTO api_key (key_id, account_id, name, permission, digest, shown, issued_at, expires_at, revoked_at)
      SELECT key_id || n.key, account_id, name, permission, digest || n.key, shown, issued_at, expires_at, NULL
      FROM api_key, json_each(?) AS n WHERE key_id = ?`,
    [JSON.stringify(Object.fromEntries(Array.from({ length: 999 }, (_, i) => [`n${i}`, 0]))), key.keyId],
  );
  const issued = await browser.call('POST', '/keys', { name: '', permission: 'read', days: 1 });
  const rotated = await browser.call('POST', `/keys/${key.keyId}/rotate`, { overlapMinutes: 1 });
  for (const { status, body } of [issued, rotated])
    assert.deepEqual([status, body.error.code], [409, 'limit_reached']);
  await browser.ok('POST', `/keys/${key.keyId}/rotate`, { overlapMinutes: 0 });
  await query(service.database, 'UPDATE api_key SET revoked_at = issued_at WHERE key_id LIKE ?', [
    `${key.keyId}%`,
  ]);
  await browser.ok('POST', '/keys', { name: '', permission: 'read', days: 1 });
  assert.equal((await browser.ok('GET', '/keys')).keys.length, 102);
});

test('new recovery codes replace the former ones and end the sessions that began with them', async () => {
  const { browser } = await signUpPlayer(service);
  const first = (await browser.ok('POST', '/recovery-codes', {})).recoveryCodes;
  const second = (await browser.ok('POST', '/recovery-codes', {})).recoveryCodes;
  assert.equal(second.length, 10);
  const lost = new ConsoleBrowser(service);
  await lost.ok('POST', '/recover', { code: second[9] });
  const third = (await browser.ok('POST', '/recovery-codes', {})).recoveryCodes;
  const ended = await lost.call('POST', '/passkeys/options', {});
  assert.deepEqual([ended.status, ended.body.error.code], [401, 'signed_out']);
  const other = new ConsoleBrowser(service);
  assert.equal((await other.call('POST', '/recover', { code: first[0] })).status, 401);
  assert.equal((await other.call('POST', '/recover', { code: third[0] })).status, 200);
});

test("the console uses up none of the API's limits, and shows how much of them is used", async () => {
  const limited = await serveHere({
    env: { ROLLBOOK_SIGNUP: 'open', ROLLBOOK_READ_LIMIT: '2', ROLLBOOK_WRITE_LIMIT: '5' },
  });
  const browser = new ConsoleBrowser(limited);
  await browser.signUp('arona');
  const { apiKey } = await browser.ok('POST', '/keys', { name: '', permission: 'read', days: 1 });
  for (let i = 0; i < 10; i += 1) await browser.ok('GET', '/me/students');
  const unused = await browser.ok('GET', '/limits');
  assert.deepEqual(unused, {
    read: { limit: 2, remaining: 2, resetSeconds: 0 },
    write: { limit: 5, remaining: 5, resetSeconds: 0 },
  });
  assert.equal((await limited.call(apiKey, 'GET', '/me/students')).status, 200);
  const { read } = await browser.ok('GET', '/limits');
  assert.equal(read.remaining, 1);
  assert.ok(read.resetSeconds > 50 && read.resetSeconds <= 60);
  const { headers } = await browser.call('GET', '/session');
  assert.equal(headers.get('ratelimit-policy'), '"read";q=600;w=600');
});

test('students, bonds, history, keys, passkeys and activity of an account are in one file, without secrets', async () => {
  const { browser, accountId } = await signUpPlayer(service);
  await browser.ok('POST', '/me/students', { studentUid: '10010', tier: 3, weaponTier: 0 });
  await service.command('bond', 'set', '--account', accountId, '--student', '10000', '--bond', '5');
  const { apiKey } = await browser.ok('POST', '/keys', { name: 'bot', permission: 'read', days: 1 });
  await browser.ok('POST', '/activity/import', { format: 'csv', registered: 1, changed: 0, removed: 0 });
  const file = await browser.ok('GET', '/export');
  assert.equal(file.account.accountId, accountId);
  assert.deepEqual(
    file.students.map((one: { studentUid: string; tier: number | null }) => [one.studentUid, one.tier]),
    [
      ['10000', null],
      ['10010', 3],
    ],
  );
  assert.deepEqual([file.goals, file.stock], [[], {}]);
  assert.deepEqual([file.keys[0].name, file.passkeys[0].name], ['bot', 'laptop']);
  assert.deepEqual(
    file.activity.map(({ kind, detail }: { kind: string; detail: string }) => [kind, detail]).slice(0, 1),
    [['roster-imported', 'csv +1 ~0 -0']],
  );
  assert.deepEqual(
    file.changeGroups.map(({ group, by }: { group: number; by: { kind: string } }) => [group, by.kind]),
    [
      [1, 'console'],
      [2, 'operator'],
    ],
  );
  const { changes, rosterSnapshots } = file;
  assert.deepEqual(
    changes.map(({ at: _, ...change }: { at: string }) => change),
    [
      {
        ...{ number: 1, group: 1, studentUid: '10010', kind: 'registered' },
        fields: { tier: [null, 3], weaponTier: [null, 0] },
      },
      { number: 2, group: 2, studentUid: '10000', kind: 'bond', fields: { bond: [null, 5] } },
    ],
  );
  assert.equal(file.changeGroups[0].startedAt, changes[0].at);
  assert.equal(rosterSnapshots[0].day, changes[0].at.slice(0, 10));
  assert.deepEqual(rosterSnapshots[0].roster.students, []);
  const secrets = await query(service.database, 'SELECT digest FROM console_session WHERE account_id = ?', [
    accountId,
  ]);
  for (const secret of [apiKey, ...secrets.map(({ digest }) => String(digest))])
    assert.equal(JSON.stringify(file).includes(secret), false);
  const { browser: stranger } = await signUpPlayer(service);
  const { students, changes: none } = await stranger.ok('GET', '/export');
  assert.deepEqual([students, none], [[], []]);
});

test('the file names students in the language that is asked for', async () => {
  const { browser } = await signUpPlayer(service);
  await browser.ok('POST', '/me/students', { studentUid: '10010', tier: 3, weaponTier: 0 });
  for (const [query, name] of [
    ['', '시로코'],
    ['?names=en', 'Shiroko'],
    ['?names=ja', 'シロコ'],
  ] as const)
    assert.equal((await browser.ok('GET', `/export${query}`)).students[0].name, name);
  refused(await browser.call('GET', '/export?names=de'), 400, 'invalid_request', ['names']);
});

test('a player chooses the server of the game, which the session and the export tell', async () => {
  const { browser } = await signUpPlayer(service);
  assert.equal((await browser.ok('GET', '/session')).account.gameServer, 'jp');
  const changed = await browser.ok('PATCH', '/account', { gameServer: 'global' });
  assert.deepEqual([changed.account.name, changed.account.gameServer], ['arona', 'global']);
  const renamed = await browser.ok('PATCH', '/account', { name: 'plana' });
  assert.deepEqual([renamed.account.name, renamed.account.gameServer], ['plana', 'global']);
  assert.equal((await browser.ok('GET', '/export')).account.gameServer, 'global');
  const both = await browser.ok('PATCH', '/account', { name: 'arona', gameServer: 'jp' });
  assert.deepEqual([both.account.name, both.account.gameServer], ['arona', 'jp']);
  const { activity } = await browser.ok('GET', '/activity');
  assert.deepEqual(
    activity.map(({ kind, detail }: { kind: string; detail: string }) => [kind, detail]),
    [
      ['account-renamed', 'arona'],
      ['account-renamed', 'plana'],
      ['account-created', 'laptop'],
    ],
  );
  for (const [body, field] of [
    [{}, 'body'],
    [{ gameServer: 'kr' }, 'gameServer'],
    [{ gameServer: null }, 'gameServer'],
    [{ gameServer: 'global', status: 'active' }, 'status'],
  ] as const) {
    const refused = await browser.call('PATCH', '/account', body);
    assert.deepEqual([refused.status, refused.body.error.fields[0].field], [400, field]);
  }
  assert.equal((await browser.ok('GET', '/session')).account.gameServer, 'jp');
});

test('a player deletes the account, which ends its sessions and keys', async () => {
  const { browser, accountId } = await signUpPlayer(service);
  const { apiKey } = await browser.ok('POST', '/keys', { name: '', permission: 'read', days: 1 });
  const second = new ConsoleBrowser(service);
  const options = await second.ok('POST', '/sign-in/options', {});
  await second.ok('POST', '/sign-in', { response: browser.authenticator.sign(options) });
  await browser.ok('DELETE', '/account');
  assert.equal((await second.call('GET', '/me/students')).status, 401);
  assert.equal((await service.call(apiKey, 'GET', '/me/students')).status, 401);
  assert.equal((await browser.signIn()).status, 401);
  const accounts = await service.command('account', 'list');
  assert.equal(
    accounts.some((one: { accountId: string }) => one.accountId === accountId),
    false,
  );
});

test('a request for one account is refused in the session of another', async () => {
  const { browser, accountId } = await signUpPlayer(service);
  const { accountId: strangerId } = await signUpPlayer(service);
  const state = { studentUid: '10010', tier: 5, weaponTier: 0 };
  const register = (account: string) =>
    browser.call('POST', '/me/students', state, { 'rollbook-account': account });
  const refused = await register(strangerId);
  assert.deepEqual([refused.status, refused.body.error.code], [401, 'signed_out']);
  assert.deepEqual((await browser.ok('GET', '/roster')).students, []);
  assert.equal((await register(accountId)).status, 201);
  const session = await browser.call('GET', '/session', undefined, { 'rollbook-account': strangerId });
  assert.equal(session.body.account.accountId, accountId);
});
