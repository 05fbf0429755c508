import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateId, generateKey, hashKey } from '../secrets.ts';
import type { Statement } from '../store/database.ts';
import type { Store } from '../store/store.ts';
import { createKeyFinder } from './admit-key.ts';

/** Of the form that keys had before they carried their account. */
const FORMER_KEY = 'rollbook_YVZFDlUq38LvFbDmkb6mSk1gOfo3OhXTR';
const accountId = generateId('acc');

/** Notes the look-ups. Only `account` has keys, and the former one if it is there. */
function createFinder() {
  const lookUps: string[] = [];
  const table = new Map<string, string>();
  const findKey = createKeyFinder({
    findKey: (account: string, digest: string) => void lookUps.push(`key ${account} ${digest}`),
    database: {
      read: (_statement: Statement, digest: string) => {
        lookUps.push(`account ${digest}`);
        const found = table.get(digest);
        return found === undefined ? [] : [{ accountId: found }];
      },
    },
  } as unknown as Store);
  return { lookUps, table, findKey };
}

test('a key is looked up in the account that it carries', async () => {
  const { lookUps, findKey } = createFinder();
  const key = generateKey(accountId);
  await findKey(key);
  assert.deepEqual(lookUps, [`key ${accountId} ${hashKey(key)}`]);
});

test('the account of a key that carries none is looked up once, and the key in every request', async () => {
  const { lookUps, table, findKey } = createFinder();
  const digest = hashKey(FORMER_KEY);
  assert.equal(await findKey(FORMER_KEY), undefined);
  assert.deepEqual(lookUps.splice(0), [`account ${digest}`]);
  table.set(digest, 'acc_1');
  await findKey(FORMER_KEY);
  await findKey(FORMER_KEY);
  assert.deepEqual(lookUps, [`account ${digest}`, `key acc_1 ${digest}`, `key acc_1 ${digest}`]);
});
