import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Change } from '../../contract/history.ts';
import students from '../../data/students.json' with { type: 'json' };
import { Replay, readAllChanges, readNewChanges, untilServed, withoutNulls } from '../change-feed.ts';
import { ENGINES, newDatabase, query } from '../database.ts';
import { type Account, type Answer, type Service, startService } from '../service.ts';
import { until } from '../until.ts';

/** Each kills at another moment after the first answers. */
const ROUNDS = 16;
const WRITERS = 24;
const uids = students.slice(0, WRITERS).map(({ uid }) => uid);

/** Every write sets all of these to the same value, so that a partial write would show. */
const FIELDS = ['level', 'equip1Level', 'equip2Level', 'equip3Level', 'weaponLevel'];
const changesOf = (count: number) => Object.fromEntries(FIELDS.map((name) => [name, (count % 60) + 1]));

type State = Record<string, unknown> | undefined;
/** What one writer knows about its student: the last acknowledged state, and the write that is not yet answered. */
interface WriterState {
  count: number;
  /** Writes that were acknowledged, or found after a kill. */
  made: number;
  acknowledged: State;
  pending: { expects: (state: State) => boolean } | undefined;
}

const matches = (state: State, expected: object) =>
  state !== undefined && Object.entries(expected).every(([name, value]) => state[name] === value);

/** Writes until the server is killed. Every fifth write deletes the student; the next one registers it again. */
async function write(
  service: Service,
  account: Account,
  studentUid: string,
  writer: WriterState,
): Promise<void> {
  const path = `/me/students/${studentUid}`;
  for (;;) {
    writer.count++;
    const changes = changesOf(writer.count);
    let send: () => Promise<Answer>;
    let status = 200;
    if (writer.acknowledged === undefined) {
      const state = { studentUid, tier: 5, weaponTier: 4, ...changes };
      writer.pending = { expects: (now) => matches(now, { ...state, skillEx: null }) };
      send = () => service.call(account.write, 'POST', '/me/students', state);
      status = 201;
    } else if (writer.count % 5 === 0) {
      writer.pending = { expects: (now) => now === undefined };
      send = () => service.call(account.write, 'DELETE', path);
    } else {
      const next = { ...writer.acknowledged, ...changes };
      writer.pending = { expects: (now) => matches(now, next) };
      send = () => service.call(account.write, 'PATCH', path, changes);
    }
    let answer: Answer;
    try {
      answer = await send();
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      return;
    }
    if (answer.status === 503) {
      // A busy server has refused the write, which must then not be found.
      writer.pending = undefined;
      await pause(20);
      continue;
    }
    assert.equal(answer.status, status, answer.text);
    writer.acknowledged = answer.body.deleted === true ? undefined : answer.body;
    writer.pending = undefined;
    writer.made++;
  }
}

async function verify(service: Service, account: Account, states: Map<string, WriterState>): Promise<number> {
  let unanswered = 0;
  for (const [uid, writer] of states) {
    const answer = await untilServed(() => service.call(account.read, 'GET', `/me/students/${uid}`));
    const found: State = answer.status === 200 ? answer.body : undefined;
    if (writer.pending !== undefined) unanswered++;
    if (writer.pending?.expects(found)) writer.made++;
    else
      assert.deepEqual(
        found,
        writer.acknowledged,
        `${uid} is neither the acknowledged state nor that of the unanswered write`,
      );
    writer.acknowledged = found;
    writer.pending = undefined;
  }
  return unanswered;
}

/** The changes that were read so far. */
class History {
  readonly #changes: Change[] = [];
  readonly #replay = new Replay();

  /** Reads what followed: no write without its change, and no change without its write. */
  async verify(service: Service, account: Account, made: number): Promise<void> {
    const known = this.#changes.length;
    await readNewChanges(service, account.read, this.#changes);
    assert.equal(this.#changes.length, made);
    for (const change of this.#changes.slice(known)) this.#replay.apply(change);
    const { body } = await untilServed(() => service.call(account.read, 'GET', '/me/students'));
    assert.deepEqual(withoutNulls(body.students), this.#replay.recruited());
  }

  /** No kill has changed what was read before it. */
  async verifyKept(service: Service, account: Account): Promise<void> {
    assert.deepEqual(await readAllChanges(service, account.read), this.#changes);
  }
}

/** PostgreSQL may still run what a killed service has sent; then it ends the session. */
const untilSessionsEnd = (address: string) =>
  until('the sessions of the killed service have ended', async () => {
    const sessions = `SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'rollbook'`;
    return (await query(address, sessions)).length === 0;
  });

describe('kill -9', { concurrency: true }, () => {
  for (const engine of ENGINES)
    test(`every acknowledged write survives kill -9 of the service in full, with its change, on ${engine}`, async (t) => {
      const created = await newDatabase(engine);
      const database = created.address;
      const states = new Map(
        uids.map((uid) => [
          uid,
          { count: 0, made: 0, acknowledged: undefined, pending: undefined } as WriterState,
        ]),
      );
      const sumOf = (name: 'count' | 'made') =>
        [...states.values()].reduce((sum, writer) => sum + writer[name], 0);
      const history = new History();
      let service = await startService({ database });
      try {
        const account = await service.account();
        let unanswered = 0;
        for (let round = 0; round < ROUNDS; round++) {
          const target = sumOf('count') + 4 * WRITERS;
          const writers = [...states].map(([uid, writer]) => write(service, account, uid, writer));
          const stopped = Promise.all(writers);
          while (sumOf('count') < target) {
            assert.equal(service.process.exitCode, null, 'the service ended by itself');
            await Promise.race([pause(20), stopped]);
          }
          await pause(7 * round);
          const exited = once(service.process, 'exit');
          service.process.kill('SIGKILL');
          await Promise.all([exited, stopped]);
          await service.stop();
          if (engine === 'postgres') await untilSessionsEnd(database);
          service = await startService({ database });
          unanswered += await verify(service, account, states);
          await history.verify(service, account, sumOf('made'));
        }
        await history.verifyKept(service, account);
        t.diagnostic(`${unanswered} writes were unanswered at the kills`);
        assert.ok(unanswered > 0, 'no kill interrupted a write');
      } finally {
        await service.stop();
        await created.remove();
      }
    });
});
