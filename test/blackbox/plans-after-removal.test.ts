import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsIn, query } from '../database.ts';
import { useSharedService } from '../use-service.ts';

const UID = '10010';
const service = await useSharedService();

/** Inserts goals and plans with SQL, because the service has no request that writes them. */
async function insertPlans(database: string, accountId: string): Promise<() => Promise<unknown[][]>> {
  const columns = (await columnsIn(database)).filter(({ table }) => /goal|plan/.test(String(table)));
  const tables = [...new Set(columns.map(({ table }) => String(table)))];
  for (const word of ['goal', 'gift', 'planner'])
    assert.ok(
      tables.some((name) => name.includes(word)),
      word,
    );
  for (const table of tables) {
    const values = columns
      .filter((column) => column.table === table)
      .map(({ column, type }) => {
        if (/account/.test(String(column))) return accountId;
        if (/student/.test(String(column))) return UID;
        return type === 'INTEGER' ? 1 : '{"kept":true}';
      });
    await query(database, `INSERT INTO ${table} VALUES (${values.map(() => '?').join()})`, values);
  }
  return () =>
    Promise.all(
      tables.map((table) => query(database, `SELECT * FROM ${table} WHERE account_id = ?`, [accountId])),
    );
}

test('keeps goals, gift plans and planners when a student is deleted, and deletes them with the account', async () => {
  const { id, write } = await service.account();
  const plans = await insertPlans(service.database, id);
  const before = await plans();
  assert.deepEqual(
    before.map((rows) => rows.length),
    before.map(() => 1),
  );
  const registered = await service.call(write, 'POST', '/me/students', {
    studentUid: UID,
    tier: 3,
    weaponTier: 0,
  });
  assert.equal(registered.status, 201);
  assert.equal((await service.call(write, 'DELETE', `/me/students/${UID}`)).status, 200);
  assert.deepEqual(await plans(), before);
  await service.command('account', 'delete', id, '--yes');
  assert.deepEqual(
    await plans(),
    before.map(() => []),
  );
});
