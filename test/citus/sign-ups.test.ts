import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { askByCode, BEHIND_PROXY, postForm } from '../apps/oauth-client.ts';
import { ConsoleBrowser } from '../console/console-browser.ts';
import { newAddress } from '../new-address.ts';
import type { Service } from '../service.ts';
import { type Nodes, playerOn, startInstanceOn, startNodes } from './nodes.ts';

const PLAYERS = 5;
/** Where a caller's address is counted, and the node of a passkey's ID, are a matter of luck. */
const ATTEMPTS = 60;

let nodes: Nodes;
let service: Service;
before(async () => {
  nodes = await startNodes();
  service = await startInstanceOn(nodes, nodes.workers[0], BEHIND_PROXY);
});
after(async () => {
  await service?.stop();
  await nodes?.stop();
});

test('while the coordinator is away, players sign up, sign in, and make and revoke keys', async () => {
  const former = await playerOn({ ...nodes, services: [service] }, nodes.workers[1]);
  const invited = await startInstanceOn(nodes, nodes.workers[0], {
    ...BEHIND_PROXY,
    ROLLBOOK_SIGNUP: 'invite',
  });
  const { url } = await service.command('invite', 'create', '--uses', `${PLAYERS}`);
  const invite = new URL(url).hash.slice(1);
  await nodes.coordinator.halt('KILL');
  try {
    for (let n = 0; n < PLAYERS; n += 1) {
      const player = new ConsoleBrowser(service);
      await player.signUp('arona');
      assert.equal((await player.signIn()).status, 200);
      await new ConsoleBrowser(invited).signUp('plana', invite);
    }
    assert.equal((await former.signIn()).status, 200);
    const { key } = await former.ok('POST', '/keys', { name: '', permission: 'read', days: 1 });
    await former.ok('DELETE', `/keys/${key.keyId}`);
    await former.ok('POST', '/recovery-codes', {});
  } finally {
    await nodes.coordinator.start();
    await invited.stop();
  }
});

test('while a worker is away, accounts are made on the other one, and what is refused was not processed', async () => {
  const { user_code: userCode } = await askByCode(service);
  const [living, lost] = nodes.workers;
  const player = await playerOn({ ...nodes, services: [service] }, living);
  await lost.halt('KILL');
  try {
    for (let n = 0; n < PLAYERS; n += 1) await service.command('account', 'create', 'arona');
    const statuses = new Set<string>();
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const browser = new ConsoleBrowser(service);
      const options = await browser.call('POST', '/sign-up/options', { name: 'arona' });
      statuses.add(`options ${options.status}`);
      if (options.status !== 200) continue;
      const response = browser.authenticator.register(options.body);
      const body = { name: 'arona', passkeyName: 'laptop', response };
      statuses.add(`sign-up ${(await browser.call('POST', '/sign-up', body)).status}`);
      if (statuses.has('sign-up 200')) break;
    }
    assert.ok(statuses.delete('sign-up 200'), [...statuses].join());
    for (const status of statuses) assert.match(status, /^options 200$| 503$/);
    for (let attempt = 0, isGiven = false; !isGiven; attempt += 1) {
      assert.ok(attempt < ATTEMPTS, 'no app gets a code');
      const form = { client_id: 'bot', client_name: 'Club bot', scope: 'roster:read' };
      const { status } = await postForm(service, 'device', form, { 'x-forwarded-for': newAddress() });
      assert.ok(status === 200 || status === 503, `${status}`);
      isGiven = status === 200;
    }
    const denied = await player.call('POST', '/apps/device/deny', { userCode });
    assert.ok(denied.status < 500 || denied.status === 503, denied.text);
  } finally {
    await lost.start();
  }
});
