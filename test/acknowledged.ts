import assert from 'node:assert/strict';
import students from '../data/students.json' with { type: 'json' };
import { MAX } from './blackbox/spec-fields.ts';
import { type Account, type Service, startService } from './service.ts';

const UIDS = students.slice(0, 8).map(({ uid }) => uid);

/** A count as two levels that are sent in one write. */
const levelsOf = (count: number) => ({
  equip1Level: (count % MAX.equip1Level) + 1,
  equip2Level: Math.floor(count / MAX.equip1Level) + 1,
});
const countIn = (state: { equip1Level: number; equip2Level: number }) =>
  state.equip1Level - 1 + (state.equip2Level - 1) * MAX.equip1Level;

/** Each writer counts up in the state of one student; the acknowledged counts are recorded. */
export class Writers {
  readonly #service: Service;
  readonly #account: Account;
  readonly #acknowledged = new Map<string, number>();
  readonly #finished: Promise<unknown>;
  #writing = true;

  static async start(service: Service): Promise<Writers> {
    const writers = new Writers(service, await service.account());
    while (writers.#acknowledged.size < UIDS.length)
      await Promise.race([writers.#finished, new Promise(setImmediate)]);
    return writers;
  }

  private constructor(service: Service, account: Account) {
    this.#service = service;
    this.#account = account;
    this.#finished = Promise.all(UIDS.map((uid) => this.#write(uid)));
  }

  async stop(): Promise<void> {
    this.#writing = false;
    await this.#finished.catch(() => {});
  }

  /**
   * Takes a backup under load, restores it and starts a service on it. Asserts that the backup contains every write
   * acknowledged before it began and none sent after it ended, and that the service accepts writes.
   */
  async outlive(backup: () => Promise<unknown>, restore: () => Promise<string>): Promise<void> {
    const before = new Map(this.#acknowledged);
    await backup();
    const after = new Map(this.#acknowledged);
    assert.ok(
      UIDS.some((uid) => (after.get(uid) ?? 0) > (before.get(uid) ?? 0)),
      'no write was acknowledged during the backup',
    );
    const restored = await startService({ database: await restore() });
    try {
      const { body } = await restored.call(this.#account.read, 'GET', '/me/students');
      assert.equal(body.students.length, UIDS.length);
      for (const state of body.students) {
        const [count, uid] = [countIn(state), state.studentUid];
        assert.ok(count >= (before.get(uid) ?? 0), `${uid} lost an acknowledged write`);
        assert.ok(count <= (after.get(uid) ?? 0) + 1, `${uid} has a write sent after the backup`);
      }
      const dismissed = await restored.call(this.#account.write, 'DELETE', `/me/students/${UIDS[0]}`);
      assert.equal(dismissed.status, 200);
    } finally {
      await restored.stop();
    }
  }

  async #write(studentUid: string): Promise<void> {
    const { write: key } = this.#account;
    const state = { studentUid, tier: 3, weaponTier: 0, ...levelsOf(0) };
    await this.#service.call(key, 'POST', '/me/students', state);
    this.#acknowledged.set(studentUid, 0);
    for (let count = 1; this.#writing && count < MAX.equip1Level * MAX.equip2Level; count++) {
      const { status, text } = await this.#service.call(
        key,
        'PATCH',
        `/me/students/${studentUid}`,
        levelsOf(count),
      );
      assert.equal(status, 200, text);
      this.#acknowledged.set(studentUid, count);
    }
  }
}
