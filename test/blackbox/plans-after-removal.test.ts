import assert from 'node:assert/strict';
import { test } from 'node:test';
import { query } from '../database.ts';
import { useSharedService } from '../use-service.ts';

const UID = '10010';
const service = await useSharedService();

test('keeps goals and stock when a student is deleted, and deletes them with the account', async () => {
  const { id, write } = await service.account();
  const send = async (method: string, path: string, body?: object) => {
    const answer = await service.callBeta(write, method, path, body);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const goal = await send('PUT', `/goals/${UID}`, {
    wanted: { level: 90, bond: 50, bondExp: 29_175 },
    labels: ['gifts', 'raid'],
    note: 'kept',
  });
  const stock = await send('PATCH', '/stock', { items: { credits: 5, [UID]: 20 } });
  const registered = await service.call(write, 'POST', '/me/students', {
    studentUid: UID,
    tier: 3,
    weaponTier: 0,
  });
  assert.equal(registered.status, 201);
  assert.equal((await service.call(write, 'DELETE', `/me/students/${UID}`)).status, 200);
  assert.deepEqual(await send('GET', '/goals'), { goals: [goal] });
  assert.deepEqual(await send('GET', '/stock'), stock);
  await service.command('account', 'delete', id, '--yes');
  for (const table of ['growth_goal', 'stock'])
    assert.deepEqual(
      await query(service.database, `SELECT * FROM ${table} WHERE account_id = ?`, [id]),
      [],
      table,
    );
});
