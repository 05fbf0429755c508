import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountOfKey, generateId, generateKey, hasValidChecksum } from './secrets.ts';

const accountId = generateId('acc');

test('a generated key has a valid checksum, and changing or dropping any character breaks it', () => {
  const key = generateKey(accountId);
  assert.match(key, /^rollbook_[A-Za-z0-9]{46}$/);
  assert.ok(hasValidChecksum(key));
  for (let i = 0; i < key.length; i += 1) {
    const typo = key.slice(0, i) + (key[i] === 'x' ? 'y' : 'x') + key.slice(i + 1);
    assert.ok(!hasValidChecksum(typo), `${typo} differs at ${i}`);
  }
  assert.ok(!hasValidChecksum(`${key}0`));
  assert.ok(!hasValidChecksum(key.slice(0, -1)));
});

test('generated keys are unique', () => {
  assert.equal(new Set(Array.from({ length: 1000 }, () => generateKey(accountId))).size, 1000);
});

test('a key carries its account, and one that was issued before keys did is a key still', () => {
  assert.equal(accountOfKey(generateKey(accountId)), accountId);
  const former = 'rollbook_YVZFDlUq38LvFbDmkb6mSk1gOfo3OhXTR';
  assert.equal(accountOfKey(former), undefined);
  assert.ok(hasValidChecksum(former));
});
