import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { shippedData } from '../../server/catalogue/catalogue-data.ts';
import { startCatalogueSource } from '../catalogue-source.ts';
import { query } from '../database.ts';
import { toSchaleFiles } from '../schaledb-files.ts';
import { serveHere } from '../serve-here.ts';
import { until } from '../until.ts';
import { useService } from '../use-service.ts';
import { ConsoleBrowser } from './console-browser.ts';

const service = await useService();
const sharedInvite: string = new URL(
  (await service.command('invite', 'create', '--uses', '50')).url,
).hash.slice(1);

async function signedUp(name: string): Promise<{ browser: ConsoleBrowser; accountId: string }> {
  const browser = new ConsoleBrowser(service);
  return { browser, accountId: (await browser.signUp(name, sharedInvite)).accountId };
}

async function signedUpOperator(name = 'operator') {
  const operator = await signedUp(name);
  await service.command('account', 'operator', operator.accountId);
  return operator;
}

const kindsOf = async (browser: ConsoleBrowser): Promise<string[]> =>
  (await browser.ok('GET', '/activity')).activity.map(({ kind }: { kind: string }) => kind);

/** Makes the last passkey check of the account's sessions too old. */
const endVerification = (accountId: string) =>
  query(service.database, `UPDATE console_session SET verified_at = 1 WHERE account_id = '${accountId}'`);

const CHANGES = [
  ['/server/invites', { uses: 1, days: 1 }],
  ['/server/invites/inv_1/revoke', {}],
  ['/server/accounts/acc_1/suspend', {}],
  ['/server/accounts/acc_1/activate', {}],
  ['/server/accounts/acc_1/link', {}],
  ['/server/catalogue-choice', { isOn: true }],
  ['/server/portraits-choice', { isOn: true }],
  ['/server/portraits-removal', {}],
] as const;
const REQUESTS = [
  ['GET', '/server', undefined],
  ['GET', '/server/invites', undefined],
  ['GET', '/server/accounts', undefined],
  ['POST', '/server/catalogue-refresh', {}],
  ...CHANGES.map(([path, body]) => ['POST', path, body] as const),
] as const;

describe('who may use the operator’s routes', () => {
  test('without a session 401, with another account’s 403, whatever the path names', async () => {
    const { browser } = await signedUp('player');
    assert.equal((await browser.ok('GET', '/session')).account.isOperator, false);
    for (const [method, path, body] of REQUESTS) {
      const stranger = await new ConsoleBrowser(service).call(method, path, body);
      assert.deepEqual([stranger.status, stranger.body.error.code], [401, 'signed_out'], path);
      const player = await browser.call(method, path, body);
      assert.deepEqual([player.status, player.body.error.code], [403, 'forbidden'], path);
    }
  });

  test('the right counts from the next request on, given or taken back while a session lives', async () => {
    const { browser, accountId } = await signedUp('comes and goes');
    const given = await service.command('account', 'operator', accountId);
    assert.deepEqual(given, { accountId, name: 'comes and goes', status: 'active', isOperator: true });
    assert.equal((await browser.ok('GET', '/session')).account.isOperator, true);
    await browser.ok('GET', '/server');
    // A second time is no change, which the activity would tell.
    await service.command('account', 'operator', accountId);
    const taken = await service.command('account', 'operator', accountId, '--off');
    assert.deepEqual(taken, { accountId, name: 'comes and goes', status: 'active' });
    for (const [method, path, body] of REQUESTS)
      assert.equal((await browser.call(method, path, body)).status, 403, path);
    assert.deepEqual(await kindsOf(browser), ['operator-taken', 'operator-given', 'account-created']);
  });

  test('what gives or takes access needs a passkey check of late, and the rest does not', async () => {
    const { browser, accountId } = await signedUpOperator();
    await endVerification(accountId);
    for (const [path, body] of CHANGES) {
      const answer = await browser.call('POST', path, body);
      assert.deepEqual([answer.status, answer.body.error.code], [403, 'verification_required'], path);
    }
    await browser.ok('GET', '/server');
    await browser.verify();
    await browser.ok('POST', '/server/invites', { uses: 1, days: 1 });
  });
});

test('the server is described, with no address, and no path but in commands', async () => {
  const { browser } = await signedUpOperator();
  const { body, text } = await browser.call('GET', '/server');
  assert.deepEqual(
    [body.isReady, body.problem, body.signup, body.catalogue.isRefreshed, body.catalogue.problem],
    [true, null, 'invite', false, null],
  );
  const isPostgres = service.database.startsWith('postgres');
  assert.equal(body.database.engine, isPostgres ? 'postgres' : 'sqlite');
  assert.equal(body.backups.state === 'external', isPostgres);
  assert.ok(body.catalogue.students > 200);
  assert.match(body.nodeVersion, /^\d+\.\d+\.\d+$/);
  assert.ok(Date.parse(body.startedAt) <= Date.now());
  if (!isPostgres) {
    assert.ok(body.database.bytes > 0);
    assert.ok(body.disk.freeBytes > 0 && body.disk.freeBytes <= body.disk.totalBytes, text);
  }
  const { commands, ...described } = body;
  assert.doesNotMatch(JSON.stringify(described), /\/tmp/);
  assert.doesNotMatch(text, /postgres:\/\//);
  assert.match(commands.importCatalogue, /rollbook catalogue import --from https:\/\/schaledb\.com\/data\//);
  assert.equal(commands.doctor.endsWith(` doctor --database ${service.database}`), !isPostgres);
  const refresh = await browser.call('POST', '/server/catalogue-refresh', {});
  assert.deepEqual([refresh.status, refresh.body.error.code], [409, 'no_catalogue_source']);
});

test('an operator is told of a clock that is far beyond the last sweep', async (t) => {
  const { browser } = await signedUpOperator();
  assert.equal((await browser.ok('GET', '/server')).clockJump, null);
  const sweptAt = Date.now() - 30 * 86_400_000;
  t.after(() => query(service.database, 'DELETE FROM expiry_sweep'));
  await query(
    service.database,
    `INSERT INTO expiry_sweep (singleton, swept_at, looked_at, ran_ms) VALUES (1, ${sweptAt}, ${sweptAt}, 5400000)`,
  );
  assert.deepEqual((await browser.ok('GET', '/server')).clockJump, {
    lastSweepAt: new Date(sweptAt).toISOString(),
    hoursLeft: 23,
  });
});

test('an operator makes an invite that works once, lists it without its token, and revokes another', async () => {
  const { browser } = await signedUpOperator();
  const created = await browser.ok('POST', '/server/invites', { uses: 2, days: 3 });
  const { pathname, hash, origin } = new URL(created.url);
  assert.deepEqual([origin, pathname, created.uses], [browser.origin, '/console/enter', 2]);
  await new ConsoleBrowser(service).signUp('invited', hash.slice(1));
  const listed = await browser.call('GET', '/server/invites');
  const own = listed.body.invites.find(({ inviteId }: { inviteId: string }) => inviteId === created.inviteId);
  assert.deepEqual(own, { ...own, uses: 2, usesLeft: 1, expiresAt: created.expiresAt, revokedAt: null });
  assert.ok(!listed.text.includes(hash.slice(1)));

  const revoked = await browser.ok('POST', `/server/invites/${created.inviteId}/revoke`, {});
  assert.notEqual(revoked.revokedAt, null);
  await assert.rejects(new ConsoleBrowser(service).signUp('late', hash.slice(1)), /invite_rejected/);
  assert.equal((await browser.call('POST', '/server/invites/inv_none/revoke', {})).status, 404);
  for (const body of [{ uses: 0, days: 1 }, { uses: 1, days: 366 }, { uses: 1 }, {}])
    assert.equal((await browser.call('POST', '/server/invites', body)).status, 400);
  assert.deepEqual((await kindsOf(browser)).slice(0, 2), ['invite-revoked', 'invite-created']);
});

test('an operator suspends and activates an account, but not its own', async () => {
  const { browser, accountId } = await signedUpOperator();
  const player = await signedUp('player');
  const suspended = await browser.ok('POST', `/server/accounts/${player.accountId}/suspend`, {});
  assert.deepEqual(
    [suspended.accountId, suspended.name, suspended.status, suspended.isOperator],
    [player.accountId, 'player', 'suspended', false],
  );
  assert.equal((await player.browser.call('GET', '/keys')).body.error.code, 'account_suspended');
  const active = await browser.ok('POST', `/server/accounts/${player.accountId}/activate`, {});
  assert.equal(active.status, 'active');
  assert.deepEqual(await kindsOf(player.browser), [
    'activated-by-operator',
    'suspended-by-operator',
    'account-created',
  ]);
  assert.deepEqual((await kindsOf(browser)).slice(0, 2), ['account-activated', 'account-suspended']);

  const own = await browser.call('POST', `/server/accounts/${accountId}/suspend`, {});
  assert.deepEqual([own.status, own.body.error.code], [400, 'invalid_request']);
  for (const id of ['acc_none', 'a%00b', '%E2%82%AC'])
    assert.equal((await browser.call('POST', `/server/accounts/${id}/suspend`, {})).status, 404, id);
});

test('a one-time link of an operator opens the account once, and its player sees who made it', async () => {
  const { browser } = await signedUpOperator();
  const player = await signedUp('player');
  const { url, expiresAt } = await browser.ok('POST', `/server/accounts/${player.accountId}/link`, {});
  assert.ok(Date.parse(expiresAt) > Date.now());
  const token = new URL(url).hash.slice(1);
  const device = new ConsoleBrowser(service);
  assert.equal((await device.ok('POST', '/enter', { token })).account.accountId, player.accountId);
  assert.equal((await device.call('POST', '/enter', { token })).status, 404);
  assert.deepEqual((await kindsOf(player.browser)).slice(0, 2), ['entered-by-link', 'link-by-operator']);
  assert.equal((await browser.call('POST', '/server/accounts/acc_none/link', {})).status, 404);
});

test('what the operator’s commands do to an account is in its activity, as if an operator had done it here', async () => {
  const { browser, accountId } = await signedUp('player');
  for (const words of ['link', 'suspend', 'suspend', 'activate', 'activate', 'operator'])
    await service.command('account', words, accountId);
  const { keyId } = await service.command('key', 'issue', '--account', accountId);
  await service.command('key', 'revoke', keyId);
  assert.deepEqual(await kindsOf(browser), [
    'key-revoked',
    'key-issued',
    'operator-given',
    'activated-by-operator',
    'suspended-by-operator',
    'link-by-operator',
    'account-created',
  ]);
});

test('accounts are listed in pages, the newest first, and found by a part of their name', async () => {
  const { browser } = await signedUpOperator();
  const future = Date.now() + 86_400_000;
  await query(
    service.database,
    `INSERT INTO account (account_id, name, status, created_at) VALUES ${Array.from(
      { length: 150 },
      // Some have the same time of creation.
      (_, i) => `('acc_page${i}', '50%_Arona ${i}', 'active', ${future + Math.floor(i / 3)})`,
    ).join(', ')}`,
  );
  const found: string[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const page = await browser.ok('GET', `/server/accounts?name=%25_aRONA${after && `&after=${after}`}`);
    found.push(...page.accounts.map(({ accountId }: { accountId: string }) => accountId));
    assert.ok(page.accounts.length <= 100);
    after = page.nextAfter;
  }
  assert.equal(found.length, 150);
  assert.equal(new Set(found).size, 150);
  assert.deepEqual(new Set(found.slice(0, 3)), new Set(['acc_page149', 'acc_page148', 'acc_page147']));
  const { accounts } = await browser.ok('GET', '/server/accounts?name=acc_page7');
  assert.deepEqual(accounts, [
    {
      accountId: 'acc_page7',
      name: '50%_Arona 7',
      status: 'active',
      isOperator: false,
      createdAt: new Date(future + 2).toISOString(),
      lastUsedAt: null,
    },
  ]);
  const own = (await browser.ok('GET', '/server/accounts?name=operator')).accounts[0];
  assert.ok(Math.abs(Date.parse(own.lastUsedAt) - Date.now()) < 60_000, JSON.stringify(own));
  assert.equal((await browser.call('GET', '/server/accounts?after=x')).status, 400);
  await query(service.database, "DELETE FROM account WHERE account_id LIKE 'acc_page%'");
});

test('of two refreshes of the catalogue at once one is done, as that of the day, and a failure is told', async (t) => {
  const source = await startCatalogueSource();
  t.after(() => source.close());
  const files = toSchaleFiles(shippedData());
  source.put('daily', files);
  const own = await serveHere({ env: { ROLLBOOK_CATALOGUE_SOURCE: `${source.origin}/daily/` } });
  t.after(() => own.stop());
  const browser = new ConsoleBrowser(own);
  const invite = new URL((await own.command('invite', 'create')).url).hash.slice(1);
  const { accountId } = await browser.signUp('operator', invite);
  await own.command('account', 'operator', accountId);
  const refresh = () => browser.call('POST', '/server/catalogue-refresh', {});
  const read = async () => (await browser.ok('GET', '/server')).catalogue;
  /** The last attempt was long ago. */
  const forgetAttempt = () => query(own.database, 'UPDATE catalogue_source SET attempted_at = 1');
  // It comes within five seconds, and a session reads 600 times in ten minutes.
  await until('the first refresh of the start is done', async () => (await read()).refreshedAt !== null, {
    every: 100,
  });
  const before = await read();

  const early = await refresh();
  assert.deepEqual([early.status, early.headers.get('retry-after')], [429, '300']);
  await forgetAttempt();
  const kr = files['kr/students.json'];
  source.put('daily', {
    ...files,
    'kr/students.json': { ...kr, 10000: { ...kr?.[10000], Name: '사장아루' } },
  });
  const answers = await Promise.all([refresh(), refresh()]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 429]);
  const { body } = answers.find(({ status }) => status === 200) ?? {};
  assert.notEqual(body.version, before.version);
  assert.ok(body.refreshedAt > before.refreshedAt);
  assert.deepEqual(body, await read());
  const [stored] = await query(own.database, 'SELECT due_at FROM catalogue_source');
  assert.ok(Number(stored?.due_at) > Date.now() + 22 * 3_600_000);

  await forgetAttempt();
  source.answer('daily', (_, response) => void response.writeHead(500).end());
  const failed = await refresh();
  assert.deepEqual(
    [failed.status, failed.body.problem.reason, failed.body.version],
    [200, 'unreachable', body.version],
  );
});
