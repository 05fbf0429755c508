import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import students from '../../data/students.json' with { type: 'json' };
import { startService } from '../service.ts';

const uids = students.slice(0, 8).map(({ uid }) => uid);

/** A count as two levels, sent in one write: 60 values each. */
const levelsOf = (count: number) => ({
  equip1Level: (count % 60) + 1,
  equip2Level: Math.floor(count / 60) + 1,
});
const countIn = (state: { equip1Level: number; equip2Level: number }) =>
  state.equip1Level - 1 + (state.equip2Level - 1) * 60;

test('a backup under load starts, with every write acknowledged before it began', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rollbook-backup-'));
  const service = await startService();
  const account = await service.account();
  const patch = (uid: string, count: number) =>
    service.call(account.write, 'PATCH', `/me/students/${uid}`, levelsOf(count));
  const acknowledged = new Map<string, number>();
  let writing = true;
  const write = async (uid: string) => {
    await service.call(account.write, 'POST', '/me/students', {
      studentUid: uid,
      tier: 3,
      weaponTier: 0,
      ...levelsOf(0),
    });
    acknowledged.set(uid, 0);
    for (let count = 1; writing && count < 60 * 60; count++) {
      const { status, text } = await patch(uid, count);
      assert.equal(status, 200, text);
      acknowledged.set(uid, count);
    }
  };
  const writers = Promise.all(uids.map(write));
  try {
    for (const name of ['one.db', 'two.db', 'three.db']) {
      while (acknowledged.size < uids.length) await Promise.race([writers, new Promise(setImmediate)]);
      const before = new Map(acknowledged);
      await service.command('backup', join(folder, name));
      const after = new Map(acknowledged);
      assert.ok(
        uids.some((uid) => (after.get(uid) ?? 0) > (before.get(uid) ?? 0)),
        'no load: nothing is shown',
      );
      const restored = await startService({ database: `sqlite:${join(folder, name)}` });
      try {
        const { body } = await restored.call(account.read, 'GET', '/me/students');
        assert.equal(body.students.length, uids.length);
        for (const state of body.students) {
          const count = countIn(state);
          assert.ok(
            count >= (before.get(state.studentUid) ?? 0),
            `${state.studentUid} lost an acknowledged write`,
          );
          assert.ok(
            count <= (after.get(state.studentUid) ?? 0) + 1,
            `${state.studentUid} is from the future`,
          );
        }
        assert.equal((await restored.call(account.write, 'DELETE', `/me/students/${uids[0]}`)).status, 200);
      } finally {
        await restored.stop();
      }
    }
  } finally {
    writing = false;
    await writers.catch(() => {});
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
