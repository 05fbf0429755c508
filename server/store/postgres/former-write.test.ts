import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addAccount } from '../../../test/add-account.ts';
import { operatorWrite } from '../../../test/operator-write.ts';
import { openStore } from '../../../test/postgres/test-store.ts';
import { toStoredStudent } from '../stored-student.ts';

const fixture = openStore();

/** What an instance of the release before sends while this one has migrated already: the values one by one. */
const write = (kind: string, expected: string | null, values: (number | null)[]) =>
  fixture.direct(
    `SELECT write_record('a', '카린 "\\', 'operator', '', 0, NULL, 'changed', '{}', ?, ?,
      ${[...values, ...Array(20).fill(null)].slice(0, 20).map((value) => `${value}::smallint`)}::integer)`,
    kind,
    expected as string,
  );

test('an instance of the release before still writes, and both read what the other has written', async () => {
  const { store } = fixture;
  await addAccount(store, 'a');
  const uid = '카린 "\\';
  const stored = (level: number) => toStoredStudent(uid, { tier: 5, weaponTier: 0, level });
  await write('insert', null, [5, 0, 1]);
  assert.deepEqual(await store.readStudent('a', uid), stored(1));
  await write('update', stored(1).json, [5, 0, 2]);
  assert.ok(
    await store.writeStudent(operatorWrite('a', uid), { tier: 5, weaponTier: 0, level: 3 }, stored(2)),
  );
  await write('remove', stored(3).json, []);
  assert.equal(await store.readStudent('a', uid), undefined);
});
