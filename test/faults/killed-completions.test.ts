import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import students from '../../data/students.json' with { type: 'json' };
import { readAllChanges, untilServed } from '../change-feed.ts';
import { ENGINES, newDatabase } from '../database.ts';
import { type Account, type Service, startService } from '../service.ts';

const uids = students.slice(0, 60).map(({ uid }) => uid);
const CREDITS = 9_000_000_000;
/** Acknowledged before each kill, which comes at another moment after them. */
const DONE_IN_A_ROUND = 6;

async function prepare(service: Service): Promise<Account> {
  const account = await service.account();
  const ok = async (answer: ReturnType<Service['call']>) => {
    const { status, text } = await answer;
    assert.ok(status < 300, text);
  };
  await ok(service.callBeta(account.write, 'PATCH', '/stock', { items: { credits: CREDITS } }));
  for (const studentUid of uids) {
    const state = { studentUid, tier: 3, weaponTier: 0, level: 70 };
    await ok(service.call(account.write, 'POST', '/me/students', state));
    await ok(service.callBeta(account.write, 'PUT', `/goals/${studentUid}`, { wanted: { level: 71 } }));
  }
  return account;
}

/** Two callers, each of all goals, until the service is killed. */
async function completeAll(service: Service, { write }: Account, count: { acknowledged: number }) {
  const work = async () => {
    for (const uid of uids)
      try {
        const { status, body } = await service.callBeta(write, 'POST', `/goals/${uid}/complete`, {});
        if (status === 200 && body.goal === null) count.acknowledged += 1;
      } catch {
        return;
      }
  };
  await Promise.all([work(), work()]);
}

/** Each goal is either whole, or gone with its student raised and its credits spent: nothing twice, nothing by half. */
async function verify(service: Service, { read }: Account): Promise<number> {
  const roster = (await untilServed(() => service.callBeta(read, 'GET', '/goals'))).body.goals;
  const open = new Set(roster.map(({ studentUid }: { studentUid: string }) => studentUid));
  const { students: recruited } = (await untilServed(() => service.call(read, 'GET', '/me/students'))).body;
  for (const { studentUid, level } of recruited)
    assert.equal(level, open.has(studentUid) ? 70 : 71, studentUid);
  const completions = (await readAllChanges(service, read)).filter(({ kind }) => kind === 'changed');
  assert.equal(completions.length, uids.length - open.size);
  const spent = completions.reduce((sum, change) => sum + (change.spent?.credits ?? 0), 0);
  assert.ok(completions.every((change) => (change.spent?.credits ?? 0) > 0));
  const { items } = (await untilServed(() => service.callBeta(read, 'GET', '/stock'))).body;
  assert.equal(items.credits, CREDITS - spent);
  return completions.length;
}

describe('kill -9 while goals are completed', { concurrency: true }, () => {
  for (const engine of ENGINES)
    test(`loses and doubles nothing on ${engine}`, async (t) => {
      const { address, remove } = await newDatabase(engine);
      // Reads of the checks, for each round.
      const env = { ROLLBOOK_READ_LIMIT: '10000', ROLLBOOK_WRITE_LIMIT: '100000' };
      let service = await startService({ database: address, env });
      try {
        const account = await prepare(service);
        let done = 0;
        let rounds = 0;
        for (; done < uids.length; rounds += 1) {
          const count = { acknowledged: 0 };
          let isOver = false;
          const completed = completeAll(service, account, count).finally(() => {
            isOver = true;
          });
          while (!isOver && count.acknowledged < DONE_IN_A_ROUND) await pause(1);
          await pause(rounds);
          const exited = once(service.process, 'exit');
          service.process.kill('SIGKILL');
          await exited;
          await completed;
          await service.stop();
          service = await startService({ database: address, env });
          const now = await verify(service, account);
          assert.ok(
            now - done >= count.acknowledged,
            `${count.acknowledged} acknowledged, ${now - done} found`,
          );
          done = now;
        }
        t.diagnostic(`${rounds} kills`);
        assert.equal(done, uids.length);
        assert.ok(rounds > 2, 'no kill interrupted a completion');
      } finally {
        await service.stop();
        await remove();
      }
    });
});
