import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Account } from '../service.ts';
import { useSharedService } from '../use-service.ts';
import { refused } from './error-response.ts';

const service = await useSharedService();
const MAX = 9_999_999_999;

const read = async ({ read: key }: Account) => (await service.callBeta(key, 'GET', '/stock')).body;
const patch = ({ write }: Account, items: unknown) => service.callBeta(write, 'PATCH', '/stock', { items });
async function patched(account: Account, items: object) {
  const { status, body, text } = await patch(account, items);
  assert.equal(status, 200, text);
  return body;
}

describe('PATCH /beta/stock', () => {
  test('sets the items that it names, forgets those that are null, and answers the whole', async () => {
    const account = await service.account();
    assert.deepEqual(await read(account), { items: {} });
    const whole = { items: { 3030: 12, 3031: 0, credits: MAX } };
    assert.deepEqual(await patched(account, whole.items), whole);
    assert.deepEqual(await patched(account, {}), whole);
    const { items } = await patched(account, { 3030: 13, 3031: null, 10: null });
    assert.deepEqual(items, { 3030: 13, credits: MAX });
    assert.deepEqual(await read(account), { items });
    assert.deepEqual(await patched(account, { 3030: null, credits: null }), { items: {} });
  });

  const INVALID: [body: unknown, fields: string[]][] = [
    [{}, ['items']],
    [[], ['body']],
    [{ items: [] }, ['items']],
    [{ items: null }, ['items']],
    [{ items: {}, credits: 5 }, ['credits']],
    [{ items: Object.fromEntries(Array.from({ length: 5001 }, (_, i) => [`k${i}`, -1])) }, ['items']],
    [{ items: { credits: -1, 3030: MAX + 1, 3031: '5' } }, ['items.3030', 'items.3031', 'items.credits']],
    [{ items: { credits: 1.5, nothing: 'x', '': 1 } }, ['items.credits', 'items.nothing', 'items.']],
    [JSON.parse('{"items": {"__proto__": 1, "toString": 2}}'), ['items.__proto__', 'items.toString']],
  ];
  for (const [body, fields] of INVALID)
    test(`rejects ${JSON.stringify(body).slice(0, 80)} naming ${fields.join(', ')}`, async () => {
      const account = await service.account();
      await patched(account, { credits: 1 });
      const answer = await service.callBeta(account.write, 'PATCH', '/stock', body);
      refused(answer, 400, 'invalid_request', fields);
      assert.deepEqual(await read(account), { items: { credits: 1 } });
    });

  test('a read key may read the stock and not change it, and no account sees that of another', async () => {
    const [owner, other] = [await service.account(), await service.account()];
    await patched(owner, { credits: 5 });
    assert.deepEqual(await read(other), { items: {} });
    await patched(other, { credits: null });
    refused(await service.callBeta(owner.read, 'PATCH', '/stock', { items: {} }), 403, 'forbidden');
    refused(await service.callBeta(undefined, 'GET', '/stock'), 401, 'unauthorized');
    assert.deepEqual(await read(owner), { items: { credits: 5 } });
  });

  test('changes of different items at once all take effect', async () => {
    const account = await service.account();
    const expected = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`${10_000 + i}`, i]));
    const known = Object.keys(expected);
    await Promise.all(known.map((uid) => patched(account, { [uid]: expected[uid] })));
    assert.deepEqual((await read(account)).items, expected);
  });
});

describe('PATCH /beta/stock with `add`', () => {
  async function open(items: object) {
    const account = await service.account();
    await patched(account, items);
    const etag = (await service.callBeta(account.write, 'GET', '/stock')).headers.get('etag') ?? '';
    const add = (body: object, tag: string | undefined = etag) =>
      service.callBeta(account.write, 'PATCH', '/stock', body, tag === '' ? {} : { 'if-match': tag });
    return { account, add };
  }

  test('adds to the counts, after what it sets, and takes away', async () => {
    const { add } = await open({ 10: 5, 11: 5, credits: 7 });
    const { status, body, headers } = await add({
      items: { 11: 1, 12: null },
      add: { 10: 160, 11: 2, 12: 3, credits: -7 },
    });
    assert.deepEqual([status, body], [200, { items: { 10: 165, 11: 3, 12: 3, credits: 0 } }]);
    assert.deepEqual((await add({ add: { 10: -165 } }, headers.get('etag') ?? '')).body.items['10'], 0);
  });

  test('adds once, however often it is sent', async () => {
    const { account, add } = await open({ 10: 5 });
    const answers = await Promise.all([1, 2, 3].map(() => add({ add: { 10: 1 } })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412, 412]);
    assert.deepEqual(await read(account), { items: { 10: 6 } });
  });

  test('refuses without If-Match, and what is no count', async () => {
    const { account, add } = await open({ 10: 5 });
    for (const tag of ['', '*', '"one", *'])
      refused(await add({ add: { 10: 1 } }, tag), 400, 'invalid_request', ['if-match']);
    refused(await add({ add: { 10: -6, 11: -1, 12: 1 } }), 400, 'invalid_request', ['add.10', 'add.11']);
    refused(await add({ add: { credits: MAX, 10: MAX } }), 400, 'invalid_request', ['add.10']);
    refused(await add({ add: { none: 1, 10: '1' } }), 400, 'invalid_request', ['add.10', 'add.none']);
    refused(await add({ items: { 10: 1 }, add: null }), 400, 'invalid_request', ['add']);
    assert.deepEqual(await read(account), { items: { 10: 5 } });
  });
});
