import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addAccount } from '../../../test/add-account.ts';
import { operatorWrite } from '../../../test/operator-write.ts';
import { type Relay, startRelay } from '../../../test/postgres/relay.ts';
import { openStore } from '../../../test/postgres/test-store.ts';
import { addActivity, listActivity } from '../../activity/activity.ts';
import { UnavailableError } from '../../errors/unavailable-error.ts';
import { OPERATOR } from '../caller.ts';
import { openPostgres } from './open-postgres.ts';
import { ConnectionLostError } from './postgres-errors.ts';
import type { PostgresStore } from './postgres-store.ts';

let relay: Relay;
let store: PostgresStore;
openStore(async ({ store: direct, address }) => {
  await addAccount(direct, 'a');
  relay = await startRelay(address);
  ({ store } = await openPostgres(relay.url, { create: false, migrate: false }));
});
after(async () => {
  await store?.close();
  await relay?.stop();
});

let level = 0;
/** A single statement. */
const writeStudent = async () => {
  level += 1;
  const expected = await store.readStudent('a', '10000');
  return store.writeStudent(operatorWrite('a', '10000'), { tier: 1, weaponTier: 0, level }, expected);
};
const readLevel = async () => JSON.parse((await store.readStudent('a', '10000'))?.json ?? '{}').level;
/** A transaction of several statements. */
const add = () => addActivity(store.database, OPERATOR, 'a', { at: 0, kind: 'signed-in', detail: '' });
const countActivity = async () => (await listActivity(store.database, 'a')).length;

for (const isDelivered of [true, false])
  test(`a write whose connection is cut once it is sent is of unknown outcome, and in fact ${isDelivered ? 'done' : 'not done'}`, async () => {
    await writeStudent();
    relay.cutAt('writeRecord', isDelivered);
    await assert.rejects(writeStudent(), ConnectionLostError);
    assert.equal(await readLevel(), isDelivered ? level : level - 1);
  });

for (const isDelivered of [true, false])
  test(`a transaction is of unknown outcome once its COMMIT is sent, and in fact ${isDelivered ? 'done' : 'not done'}`, async () => {
    const count = await countActivity();
    relay.cutAt('COMMIT', isDelivered);
    await assert.rejects(add(), ConnectionLostError);
    assert.equal(await countActivity(), isDelivered ? count + 1 : count);
  });

for (const text of ['BEGIN', 'lockAccount'])
  test(`a transaction whose connection is cut at ${text} is unavailable, and not done`, async () => {
    await add();
    const count = await countActivity();
    relay.cutAt(text, false);
    await assert.rejects(add(), UnavailableError);
    assert.equal(await countActivity(), count);
  });

test('a write that finds no connection is unavailable, and not done', async (t) => {
  await writeStudent();
  const expected = await store.readStudent('a', '10000');
  t.after(() => relay.refuse(false));
  relay.refuse(true);
  relay.cut();
  const write = () =>
    store.writeStudent(operatorWrite('a', '10000'), { tier: 1, weaponTier: 0, level: 90 }, expected);
  // The end of a connection may not have been noticed yet by the first.
  await write().catch(() => {});
  await assert.rejects(write(), UnavailableError);
  relay.refuse(false);
  await assert.doesNotReject(store.ready());
  assert.equal(await readLevel(), level);
});

test('a read is done once more where its connection breaks, and unavailable if there is no other', async (t) => {
  relay.cutAt('readStudent', true);
  assert.equal(await readLevel(), level);
  t.after(() => relay.refuse(false));
  const cut = relay.intercept('readStudent', () => {
    relay.refuse(true);
    relay.cut();
  });
  await assert.rejects(readLevel(), UnavailableError);
  await cut;
});
