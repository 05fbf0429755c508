import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newDatabase, query } from '../database.ts';
import { launch } from '../launch.ts';
import { startService } from '../service.ts';
import { MAX } from './spec-fields.ts';

const UID = '10010';
/** A migration of the next release may only add while instances of this release run. */
const ADDITIONS = [
  'ALTER TABLE account ADD COLUMN added_by_test TEXT',
  'ALTER TABLE api_key ADD COLUMN added_by_test TEXT',
  'ALTER TABLE student_record ADD COLUMN added_by_test TEXT',
  "INSERT INTO migration VALUES (9999, '9999-next.sql', 'sum', 0)",
];

test('keeps serving while the next release migrates, and refuses to start afterwards', async () => {
  const database = await newDatabase();
  const service = await startService({ database: database.address });
  try {
    const { write, read } = await service.account();
    const path = `/me/students/${UID}`;
    const useEveryRoute = async (level: number) => {
      const state = { studentUid: UID, tier: 5, weaponTier: 1 };
      assert.equal((await service.call(write, 'POST', '/me/students', state)).status, 201);
      assert.equal((await service.call(write, 'PATCH', path, { level })).body.level, level);
      assert.equal((await service.call(read, 'GET', path)).body.level, level);
      assert.equal((await service.call(read, 'GET', '/me/students')).body.students.length, 1);
      assert.equal((await service.call(write, 'DELETE', path)).status, 200);
    };
    await useEveryRoute(1);
    for (const [level, sql] of ADDITIONS.entries()) {
      await query(database.address, sql);
      await useEveryRoute(level + 1);
    }
    const settings = { ROLLBOOK_DATABASE: database.address, ROLLBOOK_PORT: '0' };
    for (const words of [['serve'], ['account', 'list']]) {
      const { code, stderr } = await launch(words, settings);
      assert.equal(code, 1);
      assert.match(stderr, /newer than this program knows.*Start a newer Rollbook on it\./);
    }
    await useEveryRoute(MAX.level);
  } finally {
    await service.stop();
    await database.remove();
  }
});
