import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeyStatus } from '../store/account-records.ts';
import { generateKey, hasValidChecksum } from './api-key.ts';
import { type KeyRejection, keyRejection, latestExpiry } from './key-rules.ts';

const validKey: KeyStatus = {
  keyId: 'key_1',
  accountId: 'acc_1',
  permission: 'write',
  expiresAt: 1000,
  revoked: false,
  accountActive: true,
  lastUsedAt: null,
};

const cases: [string, KeyStatus | undefined, 'read' | 'write', number, KeyRejection | undefined][] = [
  ['allows a write with a write key', validKey, 'write', 999, undefined],
  ['allows a read with a write key', validKey, 'read', 999, undefined],
  ['allows a read with a read key', { ...validKey, permission: 'read' }, 'read', 999, undefined],
  ['rejects a write with a read key', { ...validKey, permission: 'read' }, 'write', 999, 'read-only'],
  ['rejects an unknown key', undefined, 'read', 0, 'unknown'],
  ['rejects a key at the instant of its expiry', validKey, 'read', 1000, 'expired'],
  ['rejects a revoked key', { ...validKey, revoked: true }, 'read', 0, 'revoked'],
  ['rejects a key of a suspended account', { ...validKey, accountActive: false }, 'read', 0, 'suspended'],
  [
    'reports an expired key of a suspended account as expired',
    { ...validKey, accountActive: false },
    'read',
    1000,
    'expired',
  ],
];
for (const [name, key, required, now, expected] of cases)
  test(name, () => assert.equal(keyRejection(key, required, now), expected));

const expiries: [string, string][] = [
  ['2026-11-21T10:20:30.456Z', '2027-11-21T10:20:30.456Z'],
  ['2028-02-29T23:59:59.999Z', '2029-02-28T23:59:59.999Z'],
  ['2027-02-28T00:00:00.000Z', '2028-02-28T00:00:00.000Z'],
  ['2027-03-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
  ['2027-12-31T23:00:00.000Z', '2028-12-31T23:00:00.000Z'],
];
for (const [issued, expires] of expiries)
  test(`a key issued at ${issued} expires at ${expires}`, () =>
    assert.equal(new Date(latestExpiry(Date.parse(issued))).toISOString(), expires));

test('a generated key has a valid checksum, and changing or dropping any character breaks it', () => {
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

test('generated keys are unique', () => {
  assert.equal(new Set(Array.from({ length: 1000 }, generateKey)).size, 1000);
});
