import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import students from '../../data/students.json' with { type: 'json' };
import { ENGINES, newDatabase } from '../database.ts';
import { type Account, type Answer, type Service, startService } from '../service.ts';

const ROUNDS = 50;
const WRITERS = 24;
const uids = students.slice(0, WRITERS).map(({ uid }) => uid);

/** Fields that every write sends together, so that a half of one would show. */
const TOGETHER = ['level', 'equip1Level', 'equip2Level', 'equip3Level', 'weaponLevel'];
const changesOf = (count: number) => Object.fromEntries(TOGETHER.map((name) => [name, (count % 60) + 1]));

type State = Record<string, unknown> | undefined;
/** What one writer knows of its student: the state last acknowledged, and what is on its way. */
interface Known {
  count: number;
  acknowledged: State;
  /** undefined: nothing is on its way. */
  pending: { expects: (state: State) => boolean } | undefined;
}

const matches = (state: State, wanted: object) =>
  state !== undefined && Object.entries(wanted).every(([name, value]) => state[name] === value);

/** Writes until the server is gone. Every fifth write dismisses, the next one recruits anew. */
async function write(service: Service, account: Account, studentUid: string, known: Known): Promise<void> {
  const path = `/me/students/${studentUid}`;
  for (;;) {
    known.count++;
    const changes = changesOf(known.count);
    let sent: () => Promise<Answer>;
    let status = 200;
    if (known.acknowledged === undefined) {
      const state = { studentUid, tier: 5, weaponTier: 4, ...changes };
      known.pending = { expects: (now) => matches(now, { ...state, skillEx: null }) };
      sent = () => service.call(account.write, 'POST', '/me/students', state);
      status = 201;
    } else if (known.count % 5 === 0) {
      known.pending = { expects: (now) => now === undefined };
      sent = () => service.call(account.write, 'DELETE', path);
    } else {
      const next = { ...known.acknowledged, ...changes };
      known.pending = { expects: (now) => matches(now, next) };
      sent = () => service.call(account.write, 'PATCH', path, changes);
    }
    let answer: Answer;
    try {
      answer = await sent();
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      return;
    }
    assert.equal(answer.status, status, answer.text);
    known.acknowledged = answer.body.deleted === true ? undefined : answer.body;
    known.pending = undefined;
  }
}

async function verify(service: Service, account: Account, all: Map<string, Known>): Promise<number> {
  let unanswered = 0;
  for (const [uid, known] of all) {
    const answer = await service.call(account.read, 'GET', `/me/students/${uid}`);
    const found: State = answer.status === 200 ? answer.body : undefined;
    if (known.pending !== undefined) unanswered++;
    if (!known.pending?.expects(found)) {
      assert.deepEqual(
        found,
        known.acknowledged,
        `${uid}: neither the acknowledged write nor the one under way`,
      );
    }
    known.acknowledged = found;
    known.pending = undefined;
  }
  return unanswered;
}

for (const engine of ENGINES)
  test(`what was acknowledged survives kill -9 of the service, whole, on ${engine}`, async (t) => {
    const own = await newDatabase(engine);
    const database = own.address;
    const all = new Map(
      uids.map((uid) => [uid, { count: 0, acknowledged: undefined, pending: undefined } as Known]),
    );
    const written = () => [...all.values()].reduce((sum, { count }) => sum + count, 0);
    let service = await startService({ database });
    try {
      const account = await service.account();
      let unanswered = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const enough = written() + 4 * WRITERS;
        const writers = [...all].map(([uid, known]) => write(service, account, uid, known));
        const failed = Promise.all(writers);
        while (written() < enough) {
          assert.equal(service.process.exitCode, null, 'it went by itself');
          await Promise.race([pause(20), failed]);
        }
        // Another moment of the writers' turns in every round.
        await pause(7 * (round % 16));
        const gone = once(service.process, 'exit');
        service.process.kill('SIGKILL');
        await Promise.all([gone, failed]);
        await service.stop();
        service = await startService({ database });
        unanswered += await verify(service, account, all);
      }
      t.diagnostic(`${unanswered} writes were under way at the kills`);
      assert.ok(unanswered > 0, 'no kill came while anything was under way');
    } finally {
      await service.stop();
      await own.remove();
    }
  });
