import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Service, type StartOptions, startService } from '../service.ts';
import { until } from '../until.ts';
import { ConsoleBrowser } from './console-browser.ts';

/** A service that has printed how to make the first account. */
async function start(options: StartOptions = {}): Promise<Service> {
  const service = await startService(options);
  await until('the last line is printed', () => /Without a browser.*\n/.test(service.stderr()));
  return service;
}

function readSetupToken(service: Service): string {
  const [, token = ''] = /\/console\/enter#(setup_\w+)\n/.exec(service.stderr()) ?? [];
  assert.match(token, /^setup_\w{20,}$/, service.stderr());
  return token;
}

const tryToken = async (service: Service, token: string): Promise<unknown[]> => {
  const browser = new ConsoleBrowser(service);
  const found = await browser.call('POST', '/token', { token });
  const options = await browser.call('POST', '/sign-up/options', { name: 'x', invite: token });
  return [found.status, options.status, options.body.error?.code];
};

test('the setup link of the last start makes one account, an operator’s, where sign-up is closed', async () => {
  const env = { ROLLBOOK_SIGNUP: 'closed' };
  const first = await start({ env });
  const former = readSetupToken(first);
  const service = await start({ env, database: first.database });
  const token = readSetupToken(service);
  assert.deepEqual(await tryToken(service, former), [404, 403, 'setup_rejected']);
  assert.deepEqual(await new ConsoleBrowser(service).ok('POST', '/token', { token }), { kind: 'setup' });

  const browsers = [new ConsoleBrowser(service), new ConsoleBrowser(first), new ConsoleBrowser(service)];
  const results = await Promise.allSettled(browsers.map((browser) => browser.signUp('sensei', token)));
  const refused = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
  assert.equal(refused.length, 2);
  for (const { reason } of refused) assert.match(reason.message, /403 .*setup_rejected/);
  const accounts = await service.command('account', 'list');
  assert.deepEqual(accounts, [
    { accountId: accounts[0]?.accountId, name: 'sensei', status: 'active', isOperator: true },
  ]);
  const operator = browsers[results.findIndex(({ status }) => status === 'fulfilled')] as ConsoleBrowser;
  assert.equal((await operator.ok('GET', '/session')).account.isOperator, true);
  assert.equal((await operator.ok('GET', '/server')).signup, 'closed');
  const { activity } = await operator.ok('GET', '/activity');
  assert.deepEqual(
    activity.map(({ kind }: { kind: string }) => kind),
    ['operator-given', 'account-created'],
  );

  assert.deepEqual(await tryToken(service, token), [404, 403, 'setup_rejected']);
  const later = await startService({ env, database: first.database });
  assert.equal((await later.call(undefined, 'GET', '/students?query=x')).status, 401);
  for (const { stdout, stderr } of [first, service])
    assert.doesNotMatch(stdout(), /setup_/, `the log has no link: ${stderr()}`);
  await later.stop();
  assert.doesNotMatch(later.stderr(), /There is no account|setup_/);
});

test('any account ends the setup link, also one that a command makes', async () => {
  const service = await start();
  const token = readSetupToken(service);
  const browser = new ConsoleBrowser(service);
  const options = await browser.ok('POST', '/sign-up/options', { name: 'late', invite: token });
  const response = browser.authenticator.register(options);
  const { accountId } = await service.command('account', 'create', 'first');
  const late = await browser.call('POST', '/sign-up', {
    name: 'late',
    passkeyName: 'laptop',
    invite: token,
    response,
  });
  assert.deepEqual([late.status, late.body.error.code], [403, 'setup_rejected']);
  // Not even when that account is gone: the next start prints a link.
  await service.command('account', 'delete', accountId, '--yes');
  assert.deepEqual(await tryToken(service, token), [404, 403, 'setup_rejected']);
  assert.deepEqual(await service.command('account', 'list'), []);
});

test('no link is printed where passkeys cannot work, but what to do', async () => {
  const service = await start({ env: { ROLLBOOK_PUBLIC_URL: 'http://rollbook.example' } });
  assert.match(service.stderr(), /passkeys need https\. Set ROLLBOOK_PUBLIC_URL/);
  assert.match(service.stderr(), /a restart prints a link/);
  assert.doesNotMatch(service.stderr(), /setup_/);
});
