import assert from 'node:assert/strict';
import students from '../data/students.json' with { type: 'json' };
import { type Account, type Service, startService } from './service.ts';

const UIDS = students.slice(0, 8).map(({ uid }) => uid);

/** A count as two levels, sent in one write: 60 values each. */
const levelsOf = (count: number) => ({
  equip1Level: (count % 60) + 1,
  equip2Level: Math.floor(count / 60) + 1,
});
const countIn = (state: { equip1Level: number; equip2Level: number }) =>
  state.equip1Level - 1 + (state.equip2Level - 1) * 60;

/** Writers of one student each, who count up and note what was acknowledged. */
export class Writers {
  readonly #service: Service;
  readonly #account: Account;
  readonly #acknowledged = new Map<string, number>();
  readonly #all: Promise<unknown>;
  #writing = true;

  static async start(service: Service): Promise<Writers> {
    const writers = new Writers(service, await service.account());
    while (writers.#acknowledged.size < UIDS.length)
      await Promise.race([writers.#all, new Promise(setImmediate)]);
    return writers;
  }

  private constructor(service: Service, account: Account) {
    this.#service = service;
    this.#account = account;
    this.#all = Promise.all(UIDS.map((uid) => this.#write(uid)));
  }

  async stop(): Promise<void> {
    this.#writing = false;
    await this.#all.catch(() => {});
  }

  /**
   * Takes a backup while the writers go on, starts a service on what `restore` makes of it, and holds that it has
   * every write that was acknowledged before, none of later than it was taken, and can be written.
   */
  async outlive(backup: () => Promise<unknown>, restore: () => Promise<string>): Promise<void> {
    const before = new Map(this.#acknowledged);
    await backup();
    const after = new Map(this.#acknowledged);
    assert.ok(
      UIDS.some((uid) => (after.get(uid) ?? 0) > (before.get(uid) ?? 0)),
      'no load: nothing is shown',
    );
    const restored = await startService({ database: await restore() });
    try {
      const { body } = await restored.call(this.#account.read, 'GET', '/me/students');
      assert.equal(body.students.length, UIDS.length);
      for (const state of body.students) {
        const [count, uid] = [countIn(state), state.studentUid];
        assert.ok(count >= (before.get(uid) ?? 0), `${uid} lost an acknowledged write`);
        assert.ok(count <= (after.get(uid) ?? 0) + 1, `${uid} is from the future`);
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
    for (let count = 1; this.#writing && count < 60 * 60; count++) {
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
