import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { startService } from '../service.ts';

const UID = '10010';

/** What the account's other tools would have written: this service has no request for it. */
function planFor(database: DatabaseSync, accountId: string): () => unknown[][] {
  const kept = database
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND (name LIKE '%goal%' OR name LIKE '%plan%')",
    )
    .all()
    .map(({ name }) => String(name));
  for (const word of ['goal', 'gift', 'planner'])
    assert.ok(
      kept.some((name) => name.includes(word)),
      word,
    );
  for (const table of kept) {
    const columns = database.prepare('SELECT name, type FROM pragma_table_info(?)').all(table);
    const values = columns.map(({ name, type }) => {
      if (/account/.test(String(name))) return accountId;
      if (/student/.test(String(name))) return UID;
      return type === 'INTEGER' ? 1 : '{"kept":true}';
    });
    database.prepare(`INSERT INTO ${table} VALUES (${columns.map(() => '?').join()})`).run(...values);
  }
  return () =>
    kept.map((table) => database.prepare(`SELECT * FROM ${table} WHERE account_id = ?`).all(accountId));
}

test('growth goals, gift plans and planners outlive a DELETE of the student, not one of the account', async () => {
  const service = await startService();
  const database = new DatabaseSync(service.database.replace('sqlite:', ''));
  try {
    const { id, write } = await service.account();
    const plans = planFor(database, id);
    const before = plans();
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
    assert.deepEqual(plans(), before);
    await service.command('account', 'delete', id, '--yes');
    assert.deepEqual(
      plans(),
      before.map(() => []),
    );
  } finally {
    database.close();
    await service.stop();
  }
});
