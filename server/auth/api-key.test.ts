import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeyStatus } from '../store/account-records.ts';
import { generateKey, hasValidChecksum } from './api-key.ts';
import { type KeyRejection, keyRejection, latestExpiry } from './key-status.ts';

const good: KeyStatus = {
  keyId: 'key_1',
  accountId: 'acc_1',
  permission: 'write',
  expiresAt: 1000,
  revoked: false,
  accountActive: true,
  lastUsedAt: null,
};

const cases: [string, KeyStatus | undefined, 'read' | 'write', number, KeyRejection | undefined][] = [
  ['a write key writes', good, 'write', 999, undefined],
  ['a write key reads', good, 'read', 999, undefined],
  ['a read key reads', { ...good, permission: 'read' }, 'read', 999, undefined],
  ['a read key does not write', { ...good, permission: 'read' }, 'write', 999, 'read-only'],
  ['an unknown key', undefined, 'read', 0, 'unknown'],
  ['a key at the instant of its expiry', good, 'read', 1000, 'expired'],
  ['a revoked key', { ...good, revoked: true }, 'read', 0, 'revoked'],
  ['a suspended account', { ...good, accountActive: false }, 'read', 0, 'suspended'],
  ['an expired key of a suspended account', { ...good, accountActive: false }, 'read', 1000, 'expired'],
];
for (const [name, standing, needs, now, expected] of cases)
  test(name, () => assert.equal(keyRejection(standing, needs, now), expected));

const years: [string, string][] = [
  ['2026-11-21T10:20:30.456Z', '2027-11-21T10:20:30.456Z'],
  ['2028-02-29T23:59:59.999Z', '2029-02-28T23:59:59.999Z'],
  ['2027-02-28T00:00:00.000Z', '2028-02-28T00:00:00.000Z'],
  ['2027-03-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
  ['2027-12-31T23:00:00.000Z', '2028-12-31T23:00:00.000Z'],
];
for (const [issued, expires] of years)
  test(`a key of ${issued} lasts until ${expires}`, () =>
    assert.equal(new Date(latestExpiry(Date.parse(issued))).toISOString(), expires));

test('a minted key is well formed, and no other by a typo', () => {
  const key = generateKey();
  assert.match(key, /^rollbook_[A-Za-z0-9]{33}$/);
  assert.ok(hasValidChecksum(key));
  for (let i = 0; i < key.length; i += 1) {
    const typo = key.slice(0, i) + (key[i] === 'x' ? 'y' : 'x') + key.slice(i + 1);
    assert.ok(!hasValidChecksum(typo), `${typo} differs at ${i}`);
  }
  assert.ok(!hasValidChecksum(`${key}0`));
  assert.ok(!hasValidChecksum(key.slice(0, -1)));
});

test('no key is minted twice', () => {
  assert.equal(new Set(Array.from({ length: 1000 }, generateKey)).size, 1000);
});
