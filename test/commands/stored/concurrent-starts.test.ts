import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newDatabase } from '../../database.ts';
import { spawnCommand } from '../../spawn-command.ts';

test('several processes that start on a new database at once all start, and one of them migrates it', async (t) => {
  for (let round = 0; round < 5; round += 1) {
    const database = await newDatabase(undefined, { isEmpty: true });
    t.after(() => database.remove());
    const migrated: { applied: string[] }[] = await Promise.all(
      Array.from({ length: 4 }, () => spawnCommand(['migrate'], database.address)),
    );
    assert.equal(migrated.filter(({ applied }) => applied.length > 0).length, 1);
  }
});
