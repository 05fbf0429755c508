import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import pg from 'pg';
import { addAccount } from '../../../test/add-account.ts';
import { openStore } from '../../../test/postgres/test-store.ts';
import { until } from '../../../test/until.ts';
import { UnavailableError } from '../../errors/unavailable-error.ts';
import { deleteExpired } from '../../expiry-sweep.ts';
import type { RateLimiter } from '../rate-limiter.ts';
import { openPostgres } from './open-postgres.ts';

const fixture = openStore();

describe('the rate limiter', () => {
  const consume = async (limiter: RateLimiter) => limiter.consume('w');
  before(() => addAccount(fixture.store, 'w'));

  test('two rate limiters share the window, and rejected requests do not count', async () => {
    const [one, other] = [
      fixture.store.rateLimiter({ name: 'write', limit: 3, windowMs: 60_000 }),
      fixture.store.rateLimiter({ name: 'write', limit: 3, windowMs: 60_000 }),
    ];
    const results = [
      await consume(one),
      await consume(other),
      await consume(one),
      await consume(other),
      await consume(one),
    ];
    assert.deepEqual(
      results.map(({ allowed, remaining }) => [allowed, remaining]),
      [
        [true, 2],
        [true, 1],
        [true, 0],
        [false, 0],
        [false, 0],
      ],
    );
    for (const { resetMs } of results) assert.ok(resetMs > 50_000 && resetMs <= 60_000, String(resetMs));
  });

  test('each part of an account has a window of its own, beside that of the account', async () => {
    await addAccount(fixture.store, 'parts');
    const limiter = fixture.store.rateLimiter({ name: 'read', limit: 2, windowMs: 60_000 });
    const remaining = [];
    for (const part of ['one', 'other', 'one', undefined])
      remaining.push((await limiter.consume('parts', part)).remaining);
    assert.deepEqual(remaining, [1, 1, 0, 1]);
    const windows = await fixture.direct("SELECT counted FROM request_window WHERE account_id = 'parts'");
    assert.deepEqual(windows.map(({ counted }) => counted).sort(), ['read', 'read one', 'read other']);
  });

  test('of 40 concurrent requests exactly the limit of 15 is allowed', async () => {
    await addAccount(fixture.store, 'many');
    const limiter = fixture.store.rateLimiter({ name: 'write', limit: 15, windowMs: 60_000 });
    const results = await Promise.all(Array.from({ length: 40 }, () => limiter.consume('many')));
    assert.equal(results.filter(({ allowed }) => allowed).length, 15);
  });

  test('a new window starts with the first request after the end of the last one', async () => {
    const limiter = fixture.store.rateLimiter({ name: 'read there', limit: 1, windowMs: 60_000 });
    assert.deepEqual([(await consume(limiter)).allowed, (await consume(limiter)).allowed], [true, false]);
    await fixture.direct("UPDATE request_window SET ends_at = 0 WHERE counted = 'read there'");
    const { allowed, resetMs } = await consume(limiter);
    assert.ok(allowed && resetMs > 50_000 && resetMs <= 60_000, String(resetMs));
  });

  test('a window that was stored while the clock was an hour ahead counts as over', async () => {
    const limiter = fixture.store.rateLimiter({ name: 'read later', limit: 1, windowMs: 60_000 });
    assert.deepEqual([(await consume(limiter)).allowed, (await consume(limiter)).allowed], [true, false]);
    await fixture.direct("UPDATE request_window SET ends_at = ends_at + 3600000 WHERE account_id = 'w'");
    const [first, second] = [await consume(limiter), await consume(limiter)];
    assert.deepEqual([first.allowed, second.allowed], [true, false]);
    for (const { resetMs } of [first, second])
      assert.ok(resetMs > 50_000 && resetMs <= 60_000, String(resetMs));
  });

  test('peek tells what is left of a window and counts nothing', async () => {
    const limiter = fixture.store.rateLimiter({ name: 'peek', limit: 2, windowMs: 60_000 });
    const peek = async () => {
      const { allowed, remaining, resetMs } = await limiter.peek('w');
      assert.ok(resetMs === 0 || (resetMs > 50_000 && resetMs <= 60_000), String(resetMs));
      return [allowed, remaining, resetMs > 0];
    };
    assert.deepEqual(await peek(), [true, 2, false]);
    await consume(limiter);
    for (let i = 0; i < 3; i += 1) assert.deepEqual(await peek(), [true, 1, true]);
    for (let i = 0; i < 3; i += 1) await consume(limiter);
    assert.deepEqual(await peek(), [false, 0, true]);
    for (const ending of ['0', 'ends_at + 7200000']) {
      await fixture.direct(`UPDATE request_window SET ends_at = ${ending} WHERE counted = 'peek'`);
      assert.deepEqual(await peek(), [true, 2, false], ending);
    }
  });

  test('counts what is no account, and deletes only windows that have ended', async () => {
    const limiter = fixture.store.rateLimiter({ name: 'sign-in', limit: 1, windowMs: 60_000 });
    for (const address of ['192.0.2.7', '2001:db8::/64'])
      assert.deepEqual(
        [(await limiter.consume(address)).allowed, (await limiter.consume(address)).allowed],
        [true, false],
      );
    await fixture.direct("UPDATE request_window SET ends_at = 0 WHERE account_id = '192.0.2.7'");
    await fixture.direct(`INSERT INTO request_window
      SELECT 'ended ' || n, 'sign-in', 1, 0, 0 FROM generate_series(1, 2500) AS n`);
    await deleteExpired(fixture.store, Date.now());
    const left = await fixture.direct("SELECT account_id FROM request_window WHERE counted = 'sign-in'");
    assert.deepEqual(left, [{ account_id: '2001:db8::/64' }]);
  });

  /** Runs `work` while another session has locked the windows of the account. */
  async function whileLocked(work: (unlock: () => Promise<unknown>) => Promise<void>): Promise<void> {
    const holder = new pg.Client(fixture.address);
    await holder.connect();
    try {
      await holder.query("BEGIN; SELECT 1 FROM request_window WHERE account_id = 'w' FOR UPDATE");
      await work(() => holder.query('COMMIT'));
    } finally {
      await holder.end();
    }
  }

  test('of 20 reads at two instances that meet a locked window exactly the limit of 7 is allowed', async () => {
    const { store: other } = await openPostgres(fixture.address, { create: false, migrate: false });
    try {
      const stores = [fixture.store, other];
      const limiters = stores.map((store) =>
        store.rateLimiter({ name: 'read', limit: 7, windowMs: 60_000, maxLockWaitMs: 10_000 }),
      );
      assert.equal((await consume(limiters[0] as RateLimiter)).remaining, 6);
      await whileLocked(async (unlock) => {
        const reads = Array.from({ length: 20 }, (_, i) => consume(limiters[i % 2] as RateLimiter));
        await until('each instance waits for the row', () =>
          stores.every((store) =>
            store.load().some(({ work, inFlight }) => work === 'count' && inFlight > 0),
          ),
        );
        await unlock();
        assert.equal((await Promise.all(reads)).filter(({ allowed }) => allowed).length, 6);
      });
    } finally {
      await other.close();
    }
  });

  test('a read whose window stays locked fails, to be counted elsewhere, and one that waits is counted', async () => {
    const [waiting, failing] = [
      fixture.store.rateLimiter({ name: 'console-read', limit: 9, windowMs: 60_000, maxLockWaitMs: 60_000 }),
      fixture.store.rateLimiter({ name: 'read on', limit: 9, windowMs: 60_000, maxLockWaitMs: 100 }),
    ];
    for (const limiter of [waiting, failing]) await consume(limiter);
    await whileLocked(async (unlock) => {
      const counted = consume(waiting);
      for (const result of await Promise.allSettled(Array.from({ length: 5 }, () => consume(failing))))
        assert.ok(result.status === 'rejected' && result.reason instanceof UnavailableError);
      await unlock();
      assert.equal((await counted).remaining, 7);
    });
  });
});
