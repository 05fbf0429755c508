import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import students from '../../data/students.json' with { type: 'json' };
import { MAX } from '../blackbox/spec-fields.ts';
import { cleanUpAtEnd } from '../cleanup.ts';
import type { Service } from '../service.ts';
import { until } from '../until.ts';

const WRITERS_PER_INSTANCE = 2;
const PAUSE_MS = 20;
/** For the next write of each instance after a fault is repaired. */
const RECOVERY_TIMEOUT_MS = 30_000;

/** A count as the two levels of one write. */
const levelsOf = (count: number) => ({
  level: (count % MAX.level) + 1,
  equip1Level: Math.floor(count / MAX.level) + 1,
});
const countIn = (state: { level: number; equip1Level: number }) =>
  state.level - 1 + (state.equip1Level - 1) * MAX.level;

interface Writer {
  service: Service;
  studentUid: string;
  count: number;
  /** Counts since the last one that was read back. */
  acknowledged: number[];
  rejected: number[];
  acknowledgedAt: number[];
}

/**
 * Each writer counts up in the state of one student through one instance. After a failure it reads back what is
 * stored before it goes on: an acknowledged count must be there, one that was answered 503 must not.
 */
export class CountingWriters {
  readonly #key: string;
  readonly #writers: readonly Writer[];
  readonly #finished: Promise<unknown>;
  #isOver = false;
  #failed: unknown;
  /** Acknowledged writes that were not stored when their writer read them back. */
  lost = 0;

  static async start(services: readonly Service[]): Promise<CountingWriters> {
    const { write } = await (services[0] as Service).account();
    const writers = new CountingWriters(services, write);
    await writers.untilAcknowledged(services, 20);
    return writers;
  }

  private constructor(services: readonly Service[], key: string) {
    this.#key = key;
    const ofAll = Array.from({ length: WRITERS_PER_INSTANCE }, () => services).flat();
    this.#writers = ofAll.map((service, i) => {
      const studentUid = (students[i] as { uid: string }).uid;
      return { service, studentUid, count: 0, acknowledged: [], rejected: [], acknowledgedAt: [] };
    });
    this.#finished = Promise.all(
      this.#writers.map((writer) =>
        this.#run(writer).catch((error) => {
          this.#failed ??= error;
        }),
      ),
    );
    cleanUpAtEnd(async () => {
      this.#isOver = true;
    });
  }

  /** Waits until each writer of these instances has had more writes acknowledged. */
  async untilAcknowledged(services: readonly Service[], more = 1): Promise<void> {
    const awaited = this.#writers
      .filter(({ service }) => services.includes(service))
      .map(({ acknowledgedAt }) => ({ acknowledgedAt, length: acknowledgedAt.length + more }));
    await until(
      'each instance acknowledges writes',
      () => {
        if (this.#failed !== undefined) throw this.#failed;
        return awaited.every(({ acknowledgedAt, length }) => acknowledgedAt.length >= length);
      },
      { within: RECOVERY_TIMEOUT_MS },
    );
  }

  /** The longest time in ms without an acknowledged write through an instance, from the moment `from` on. */
  longestPause(service: Service, from: number): number {
    const times = this.#writers
      .filter((writer) => writer.service === service)
      .flatMap(({ acknowledgedAt }) => acknowledgedAt.filter((time) => time > from))
      .sort((a, b) => a - b);
    return Math.max(...times.map((time, i) => time - (times[i - 1] ?? from)));
  }

  get acknowledgedWrites(): number {
    return this.#writers.reduce((sum, { acknowledgedAt }) => sum + acknowledgedAt.length, 0);
  }

  /** Ends the writers and reads all counts back. */
  async stopAndCheck(): Promise<void> {
    this.#isOver = true;
    await this.#finished;
    if (this.#failed !== undefined) throw this.#failed;
    for (const writer of this.#writers)
      await until(`${writer.studentUid} can be read`, () => this.#readBack(writer), {
        within: RECOVERY_TIMEOUT_MS,
      });
  }

  async #run(writer: Writer): Promise<void> {
    const { service, studentUid } = writer;
    const state = { studentUid, tier: 1, weaponTier: 0, ...levelsOf(0) };
    const { status, text } = await service.call(this.#key, 'POST', '/me/students', state);
    assert.equal(status, 201, text);
    writer.acknowledged.push(0);
    let mustReadBack = false;
    while (!this.#isOver) {
      await pause(PAUSE_MS);
      if (mustReadBack) {
        mustReadBack = !(await this.#readBack(writer));
        continue;
      }
      writer.count += 1;
      const { status, text } = await service.call(
        this.#key,
        'PATCH',
        `/me/students/${studentUid}`,
        levelsOf(writer.count),
      );
      if (status === 200) {
        writer.acknowledged.push(writer.count);
        writer.acknowledgedAt.push(performance.now());
        continue;
      }
      assert.ok(status === 503 || status === 500, `PATCH answered ${status}: ${text}`);
      if (status === 503) writer.rejected.push(writer.count);
      mustReadBack = true;
    }
  }

  /** False while the instance cannot read. */
  async #readBack(writer: Writer): Promise<boolean> {
    const { service, studentUid } = writer;
    const { status, text, body } = await service.call(this.#key, 'GET', `/me/students/${studentUid}`);
    if (status === 503) return false;
    assert.equal(status, 200, text);
    const stored = countIn(body);
    assert.ok(stored <= writer.count, `${studentUid} has the count ${stored}, which was never sent`);
    assert.ok(!writer.rejected.includes(stored), `${studentUid}: a write answered 503 was done`);
    this.lost += writer.acknowledged.filter((count) => count > stored).length;
    writer.acknowledged = [stored];
    return true;
  }
}
