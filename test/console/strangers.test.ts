import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsIn, newDatabase, query } from '../database.ts';
import { serveHere } from '../serve-here.ts';
import { ConsoleBrowser } from './console-browser.ts';

const ENV = { ROLLBOOK_SIGNUP: 'open', ROLLBOOK_TRUSTED_PROXIES: '127.0.0.1' };

/** Without the windows of rate limits, which PostgreSQL has for all instances: one row for each address. */
async function countRows(address: string): Promise<Record<string, number>> {
  const tables = new Set((await columnsIn(address)).map(({ table }) => String(table)));
  tables.delete('request_window');
  const counts: Record<string, number> = {};
  for (const table of tables)
    counts[table] = Number((await query(address, `SELECT count(*) AS n FROM ${table}`))[0]?.n);
  return counts;
}

test('strangers who ask to sign in or up, or try what they do not have, write nothing', async (t) => {
  const { address, remove } = await newDatabase();
  t.after(remove);
  const service = await serveHere({ database: address, env: ENV });
  t.after(() => service.stop());
  // The first one has the secret made that signs challenges.
  const player = new ConsoleBrowser(service);
  await player.signUp('arona');
  const before = await countRows(address);
  assert.equal(before.account, 1);
  for (let i = 0; i < 10; i += 1) {
    const stranger = new ConsoleBrowser(service);
    await stranger.ok('POST', '/sign-in/options', {});
    await stranger.ok('POST', '/sign-up/options', { name: `stranger ${i}` });
    assert.equal((await stranger.call('POST', '/token', { token: 'invite_x' })).status, 404);
    assert.equal((await stranger.call('POST', '/enter', { token: 'link_x' })).status, 404);
    assert.equal((await stranger.call('POST', '/recover', { code: 'ABCD-EFGH-JKMN-PQRS' })).status, 401);
    stranger.authenticator.register({ challenge: 'x', user: { id: 'YWNjXzE' } });
    assert.equal((await stranger.signIn()).status, 401);
  }
  assert.deepEqual(await countRows(address), before);
});

test('a challenge outlives a restart, serves its own browser and account alone, and no second time after one', async (t) => {
  const { address, remove } = await newDatabase();
  t.after(remove);
  let service = await serveHere({ database: address, env: ENV });
  t.after(() => service.stop());
  const restart = async () => {
    const port = new URL(service.url).port;
    await service.stop();
    service = await serveHere({ database: address, env: { ...ENV, ROLLBOOK_PORT: port } });
  };
  const player = new ConsoleBrowser(service);
  await player.signUp('arona');
  const other = new ConsoleBrowser(service);
  await other.signUp('plana');

  const response = player.authenticator.sign(await player.ok('POST', '/sign-in/options', {}));
  const elsewhere = await other.call('POST', '/sign-in', { response });
  assert.deepEqual([elsewhere.status, elsewhere.body.error.code], [401, 'passkey_rejected']);
  const ofOther = other.authenticator.sign(await other.ok('POST', '/verify/options', {}));
  assert.equal((await player.call('POST', '/verify', { response: ofOther })).status, 401);
  await restart();
  assert.equal((await player.call('POST', '/sign-in', { response })).status, 200);
  await restart();
  assert.equal((await player.call('POST', '/sign-in', { response })).status, 401);
});
