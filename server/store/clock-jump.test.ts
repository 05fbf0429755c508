import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { addAccount } from '../../test/add-account.ts';
import { ENGINES, type Engine, newDatabase, query } from '../../test/database.ts';
import { ExpirySweep } from '../expiry-sweep.ts';
import { createInvite } from '../sign-in/invites.ts';
import { OPERATOR } from './caller.ts';
import { beginSweep, readBelievedTime, readClockJump } from './clock-jump.ts';
import { openStore } from './open-store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const LOOKS_OF_A_DAY = 144;
const START = Date.parse('2026-11-24T12:00:00Z');
const AHEAD_MS = 92 * DAY_MS;

/** A database with a change and an invite of the start, and a clock that the test moves. */
async function createFixture(t: TestContext, engine: Engine) {
  const { address, remove } = await newDatabase(engine);
  const { store } = await openStore(address, { create: true, migrate: true });
  t.after(async () => {
    await store.close();
    await remove();
  });
  await addAccount(store, 'arona');
  const write = { caller: OPERATOR, at: START, accountId: 'arona', studentUid: '10010' };
  await store.writeStudent(write, { tier: 3, weaponTier: 0 }, undefined);
  await createInvite(store.database, { uses: 1, expiresAt: START + DAY_MS }, START);
  const clock = { ms: START };
  const lines: string[] = [];
  const logger = {
    info: (message: string) => void lines.push(message),
    warn: (details: object, message: string) => void lines.push(`${message} ${JSON.stringify(details)}`),
  };
  const count = async (table: string) =>
    Number((await query(address, `SELECT count(*) AS n FROM ${table}`))[0]?.n);
  return {
    database: store.database,
    clock,
    lines,
    /** An instance, which a restart makes anew. */
    startInstance: () => new ExpirySweep(store, () => clock.ms, logger),
    countKept: async () => [await count('student_change'), await count('invite')],
    async runFor(instance: ExpirySweep, looks: number): Promise<void> {
      for (let i = 0; i < looks; i += 1) {
        clock.ms += 10 * MINUTE_MS;
        await instance.run();
      }
    },
  };
}

for (const engine of ENGINES)
  describe(`a clock that jumps on ${engine}`, () => {
    test('by months deletes nothing, says so, and has cost nothing once it is put right', async (t) => {
      const { database, clock, lines, startInstance, countKept, runFor } = await createFixture(t, engine);
      const instance = startInstance();
      await instance.start();
      await instance.run();
      assert.deepEqual([lines, await readClockJump(database, clock.ms)], [[], undefined]);
      clock.ms += AHEAD_MS;
      await runFor(instance, 3);
      assert.deepEqual(await countKept(), [1, 1]);
      assert.match(
        lines.join('\n'),
        /^the clock is more than a week beyond the last sweep: nothing is deleted .*"lastSweep":"2026-11-24T12:00:00.000Z","hoursLeft":24}$/,
      );
      const leftMs = DAY_MS - 20 * MINUTE_MS;
      assert.deepEqual(await readClockJump(database, clock.ms), { sweptAt: START, leftMs });
      assert.equal(await readBelievedTime(database, clock.ms), START);
      clock.ms = START + HOUR_MS;
      await instance.run();
      assert.deepEqual(await countKept(), [1, 1]);
      assert.deepEqual(lines.slice(1), ['what has expired is deleted again']);
      assert.equal(await readBelievedTime(database, clock.ms), clock.ms);
      // A second jump is doubted as long as the first.
      clock.ms += AHEAD_MS;
      await runFor(instance, LOOKS_OF_A_DAY);
      assert.deepEqual(await countKept(), [1, 1]);
    });

    test('is believed after a day of running, summed over restarts', async (t) => {
      const { database, clock, lines, startInstance, countKept, runFor } = await createFixture(t, engine);
      await startInstance().run();
      clock.ms += 400 * DAY_MS;
      for (const looks of [36, 36, 36, 35]) {
        const instance = startInstance();
        await instance.start();
        // The first look after a rest counts nothing, however long the rest was.
        await runFor(instance, 1 + looks);
        clock.ms += 3 * DAY_MS;
      }
      assert.equal(lines.length, 4);
      const leftMs = 10 * MINUTE_MS;
      assert.deepEqual(await readClockJump(database, clock.ms), { sweptAt: START, leftMs });
      assert.deepEqual(await countKept(), [1, 1]);
      await runFor(startInstance(), 2);
      assert.deepEqual(await countKept(), [0, 0]);
      assert.equal(await readClockJump(database, clock.ms), undefined);
    });

    test('at one instance is never believed while another has the right one', async (t) => {
      const { clock, startInstance, countKept } = await createFixture(t, engine);
      const [wrong, right] = [startInstance(), startInstance()];
      await right.run();
      for (let look = 1; look <= 2 * LOOKS_OF_A_DAY; look += 1) {
        clock.ms = START + AHEAD_MS + look * 10 * MINUTE_MS;
        await wrong.run();
        clock.ms = START + look * 10 * MINUTE_MS;
        await right.run();
      }
      assert.deepEqual(await countKept(), [1, 1]);
    });

    test('is believed after the same day by however many instances', async (t) => {
      const { database, clock, startInstance, countKept } = await createFixture(t, engine);
      const instances = [startInstance(), startInstance()];
      await instances[0]?.run();
      clock.ms += AHEAD_MS;
      for (let look = 0; look < LOOKS_OF_A_DAY; look += 1)
        for (const instance of instances) {
          await instance.run();
          clock.ms += 5 * MINUTE_MS;
        }
      const leftMs = 5 * MINUTE_MS;
      assert.deepEqual(await readClockJump(database, clock.ms), { sweptAt: START, leftMs });
      for (const instance of instances) await instance.run();
      assert.deepEqual(await countKept(), [0, 0]);
    });

    test('counts once where two instances look at the same moment', async (t) => {
      const { database, clock } = await createFixture(t, engine);
      await beginSweep(database, clock.ms);
      clock.ms += AHEAD_MS;
      await beginSweep(database, clock.ms);
      clock.ms += 10 * MINUTE_MS;
      const jumps = await Promise.all([beginSweep(database, clock.ms), beginSweep(database, clock.ms)]);
      for (const jump of jumps) assert.equal(jump?.leftMs, DAY_MS - 10 * MINUTE_MS);
    });

    test('of up to a week, or back, is no jump', async (t) => {
      const { database, clock } = await createFixture(t, engine);
      for (const ms of [0, 7 * DAY_MS, -AHEAD_MS, 0]) {
        clock.ms += ms;
        assert.equal(await beginSweep(database, clock.ms), undefined, `${ms}`);
      }
      assert.notEqual(await beginSweep(database, clock.ms + 7 * DAY_MS + 1), undefined);
    });

    test('is told by the last change where no sweep is known', async (t) => {
      const { database, clock, lines, startInstance, countKept } = await createFixture(t, engine);
      assert.equal(await readClockJump(database, START + DAY_MS), undefined);
      clock.ms = START + AHEAD_MS;
      await startInstance().run();
      assert.equal((await readClockJump(database, clock.ms))?.sweptAt, START);
      assert.equal(lines.length, 1);
      assert.deepEqual(await countKept(), [1, 1]);
    });
  });
