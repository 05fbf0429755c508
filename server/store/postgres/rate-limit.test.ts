import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { openStore } from '../../../test/postgres/test-store.ts';
import type { PostgresStore } from './postgres-store.ts';

const here = openStore();

describe('windows', () => {
  const take = (windows: ReturnType<PostgresStore['rateLimiter']>) => windows.consume('w');
  before(() => here.store.createAccount({ accountId: 'w', name: '', status: 'active', createdAt: 0 }));

  test('count over all who ask, and what is refused does not count', async () => {
    const [one, other] = [
      here.store.rateLimiter({ name: 'write', limit: 3, windowMs: 60_000 }),
      here.store.rateLimiter({ name: 'write', limit: 3, windowMs: 60_000 }),
    ];
    const taken = [await take(one), await take(other), await take(one), await take(other), await take(one)];
    assert.deepEqual(
      taken.map(({ allowed, remaining }) => [allowed, remaining]),
      [
        [true, 2],
        [true, 1],
        [true, 0],
        [false, 0],
        [false, 0],
      ],
    );
    for (const { resetMs } of taken) assert.ok(resetMs > 50_000 && resetMs <= 60_000, String(resetMs));
  });

  test('of many requests at once exactly as many pass as may', async () => {
    await here.store.createAccount({ accountId: 'many', name: '', status: 'active', createdAt: 0 });
    const limiter = here.store.rateLimiter({ name: 'write', limit: 50, windowMs: 60_000 });
    const taken = await Promise.all(Array.from({ length: 120 }, () => limiter.consume('many')));
    assert.equal(taken.filter(({ allowed }) => allowed).length, 50);
  });

  test('the next one starts with the first request after the end', async () => {
    const windows = here.store.rateLimiter({ name: 'read there', limit: 1, windowMs: 60_000 });
    assert.deepEqual([(await take(windows)).allowed, (await take(windows)).allowed], [true, false]);
    await here.direct("UPDATE request_window SET ends_at = now() WHERE counted = 'read there'");
    const { allowed, resetMs } = await take(windows);
    assert.ok(allowed && resetMs > 50_000 && resetMs <= 60_000, String(resetMs));
  });

  test('one that was stored under a clock an hour ahead counts as over, and no window lasts longer than its length', async () => {
    const windows = here.store.rateLimiter({ name: 'read later', limit: 1, windowMs: 60_000 });
    assert.deepEqual([(await take(windows)).allowed, (await take(windows)).allowed], [true, false]);
    await here.direct(
      "UPDATE request_window SET ends_at = ends_at + interval '1 hour' WHERE account_id = 'w'",
    );
    const [first, second] = [await take(windows), await take(windows)];
    assert.deepEqual([first.allowed, second.allowed], [true, false]);
    for (const { resetMs } of [first, second])
      assert.ok(resetMs > 50_000 && resetMs <= 60_000, String(resetMs));
  });

  test('bring the wanted student along', async () => {
    await here.store.writeStudent('w', '10010', { tier: 1, weaponTier: 0 }, undefined);
    const windows = here.store.rateLimiter({ name: 'write', limit: 100, windowMs: 60_000 });
    const known = await here.store.readStudent('w', '10010');
    assert.deepEqual((await windows.consume('w', '10010')).prefetched, {
      studentUid: '10010',
      student: known,
    });
    assert.deepEqual((await windows.consume('w', '10011')).prefetched, {
      studentUid: '10011',
      student: undefined,
    });
  });
});

describe('a key met before', () => {
  const rateLimitRule = { name: 'write', limit: 5, windowMs: 60_000 };
  const isAllowed = () => true;
  const key = {
    keyId: 'met',
    accountId: 'met',
    name: '',
    permission: 'write',
    shown: '',
    issuedAt: 0,
    expiresAt: 9,
    revokedAt: null,
    lastUsedAt: null,
  } as const;
  before(async () => {
    await here.store.createAccount({ accountId: 'met', name: '', status: 'active', createdAt: 0 });
    await here.store.issueKey(key, 'met digest');
    await here.store.writeStudent('met', '10010', { tier: 1, weaponTier: 0 }, undefined);
  });

  test('comes with its count and student, but not the first time', async () => {
    const first = await here.store.findKey('met digest', { studentUid: '10010', rateLimitRule, isAllowed });
    assert.deepEqual([first?.rateLimitResult, first?.prefetched], [undefined, undefined]);
    const { rateLimitResult, prefetched } =
      (await here.store.findKey('met digest', { studentUid: '10010', rateLimitRule, isAllowed })) ?? {};
    assert.deepEqual([rateLimitResult?.allowed, rateLimitResult?.remaining], [true, 4]);
    assert.deepEqual(prefetched, {
      studentUid: '10010',
      student: await here.store.readStudent('met', '10010'),
    });
  });

  test('is not counted if it may not, or has changed since', async () => {
    const counts = async (judge: () => boolean) =>
      (await here.store.findKey('met digest', { rateLimitRule, isAllowed: judge }))?.rateLimitResult
        ?.remaining;
    assert.equal(await counts(() => false), undefined);
    await here.direct("UPDATE account SET status = 'suspended' WHERE account_id = 'met'");
    assert.equal(await counts(isAllowed), undefined);
    assert.equal((await here.store.findKey('met digest'))?.accountActive, false);
    await here.direct("UPDATE account SET status = 'active' WHERE account_id = 'met'");
    await here.direct("UPDATE api_key SET expires_at = 8 WHERE key_id = 'met'");
    assert.equal(await counts(isAllowed), undefined);
    assert.equal(await counts(isAllowed), 3, 'nothing was counted meanwhile');
    await here.direct("DELETE FROM account WHERE account_id = 'met'");
    assert.equal(await here.store.findKey('met digest', { rateLimitRule, isAllowed }), undefined);
  });
});
