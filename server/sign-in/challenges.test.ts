import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Database, newDatabase } from '../../test/database.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { type ChallengeBinding, createChallenges } from './challenges.ts';

const MINUTE_MS = 60_000;
const NOW = Date.parse('2026-11-28T00:00:00Z');
const VERIFY: ChallengeBinding = { purpose: 'verify', accountId: 'acc_1', browser: 'b'.repeat(22) };

let database: Database;
let store: Store;
before(async () => {
  database = await newDatabase('sqlite');
  ({ store } = await openStore(database.address, { create: true, migrate: true }));
});
after(async () => {
  await store.close();
  await database.remove();
});

/** What an instance whose clock shows `now` says of challenges. */
const instance = (now = NOW) => createChallenges(store.database, () => now);
const issue = async (binding = VERIFY, now = NOW) =>
  Buffer.from(await instance(now).issue(binding)).toString('base64url');
const check = async (challenge: string, binding: Partial<ChallengeBinding> = {}, now = NOW) =>
  (await instance(now).check(challenge, { ...VERIFY, ...binding }))?.accountId;

test('a challenge is good on each instance for its purpose and browser, and names its account', async () => {
  const challenge = await issue();
  assert.equal(await check(challenge), 'acc_1');
  assert.equal(await check(challenge, { purpose: 'add-passkey' }), undefined);
  assert.equal(await check(challenge, { browser: 'c'.repeat(22) }), undefined);
  assert.equal(await check(challenge, { browser: '' }), undefined);
  assert.equal(
    await check(await issue({ ...VERIFY, purpose: 'sign-in', accountId: '' }), { purpose: 'sign-in' }),
    '',
  );
});

test('a challenge is good for five minutes, and none of a clock that was months ahead is', async () => {
  const challenge = await issue();
  assert.equal(await check(challenge, {}, NOW + 5 * MINUTE_MS - 1), 'acc_1');
  assert.equal(await check(challenge, {}, NOW + 5 * MINUTE_MS), undefined);
  assert.equal(await check(challenge, {}, NOW - 5 * MINUTE_MS), 'acc_1', 'the clocks of instances differ');
  assert.equal(await check(await issue(VERIFY, NOW + 90 * 24 * 60 * MINUTE_MS)), undefined);
});

test('no letter of a challenge can be changed, and its spellings have one digest', async () => {
  const text = Buffer.from(await issue(), 'base64url').toString();
  for (let i = 0; i < text.length; i += 1) {
    const changed = `${text.slice(0, i)}${text[i] === '1' ? '2' : '1'}${text.slice(i + 1)}`;
    // The last letter of a signature has two bits that Base64 ignores.
    if (i < text.length - 1) assert.equal(await check(encode(changed)), undefined, changed);
  }
  for (const foreign of [
    '',
    'x',
    encode(''),
    encode('1.2.3.4'),
    encode(`${NOW}.a.acc_1.b`),
    encode(text.slice(0, -1)),
  ])
    assert.equal(await check(foreign), undefined, foreign);
  const spellings = [
    encode(text),
    `${encode(text)}=`,
    `${encode(text).slice(0, 9)}\n${encode(text).slice(9)}`,
  ];
  const digests = await Promise.all(
    spellings.map(async (one) => (await instance().check(one, VERIFY))?.digest),
  );
  assert.equal(new Set(digests).size, 1);
});

const encode = (text: string) => Buffer.from(text).toString('base64url');
