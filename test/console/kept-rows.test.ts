import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../blackbox/error-response.ts';
import { useService } from '../use-service.ts';
import { signUpPlayer } from './console-browser.ts';

const service = await useService({ env: { ROLLBOOK_SIGNUP: 'open' } });

const rowsOf = (count: number, of: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${of} ${i}`, { tier: 3 }]));

test('rows of students whom the catalogue lacks are kept, replaced, exported and forgotten one by one', async () => {
  const { browser } = await signUpPlayer(service);
  assert.deepEqual(await browser.ok('GET', '/kept-rows'), {});
  assert.equal((await browser.ok('GET', '/session')).keepsRows, false);
  await browser.ok('PATCH', '/kept-rows', {
    rows: { 10151: { name: '안나', tier: 3, weaponTier: 0, level: 12 }, '카스미(수영복)': { level: null } },
  });
  const changed = await browser.ok('PATCH', '/kept-rows', {
    rows: { 10151: { tier: 5, weaponTier: 2 }, __proto__x: {}, '카스미(수영복)': null, 없던것: null },
  });
  const rows = { 10151: { tier: 5, weaponTier: 2 }, __proto__x: {} };
  assert.deepEqual(changed, rows);
  assert.deepEqual(await browser.ok('GET', '/kept-rows'), rows);
  assert.deepEqual((await browser.ok('GET', '/export')).keptRows, rows);
  assert.equal((await browser.ok('GET', '/session')).keepsRows, true);
  assert.deepEqual((await browser.ok('GET', '/me/students')).students, []);
  const { browser: other } = await signUpPlayer(service);
  assert.deepEqual(await other.ok('GET', '/kept-rows'), {});
});

test('an account keeps up to 100 rows, from several pages at once', async () => {
  const { browser } = await signUpPlayer(service);
  await Promise.all(['가', '나'].map((of) => browser.ok('PATCH', '/kept-rows', { rows: rowsOf(50, of) })));
  const { status, body } = await browser.call('PATCH', '/kept-rows', { rows: { 하나: {} } });
  assert.deepEqual([status, body.error.code], [409, 'limit_reached']);
  await browser.ok('PATCH', '/kept-rows', { rows: { '가 0': null, 하나: {} } });
  assert.equal(Object.keys(await browser.ok('GET', '/kept-rows')).length, 100);
  refused(await browser.call('PATCH', '/kept-rows', { rows: rowsOf(101, '다') }), 400, 'invalid_request');
});

for (const [body, field] of [
  [{ rows: { 안나: { tier: 6 } } }, /^rows\.안나\.tier$/],
  [{ rows: { 안나: { level: '5' } } }, /^rows\.안나\.level$/],
  [{ rows: { 안나: { text: 'x' } } }, /^rows\.안나\.text$/],
  [{ rows: { 안나: { name: 'a\0' } } }, /^rows\.안나\.name$/],
  [{ rows: { 안나: { name: '가'.repeat(101) } } }, /^rows\.안나\.name$/],
  [{ rows: { 안나: [] } }, /^rows\.안나$/],
  [{ rows: { ' ': {} } }, /^rows\. $/],
  [{ rows: { ['가'.repeat(101)]: {} } }, /^rows\.가+/],
  [{ rows: { '\ud800': {} } }, /^rows\./],
  [{ rows: [] }, /^rows$/],
  [{}, /^rows$/],
  [{ rows: {}, other: 1 }, /^other$/],
] as const)
  test(`${JSON.stringify(body).slice(0, 60)} is refused`, async () => {
    const { browser } = await signUpPlayer(service);
    const answer = await browser.call('PATCH', '/kept-rows', body);
    refused(answer, 400, 'invalid_request');
    const fields = answer.body.error.fields.map((found: { field: string }) => found.field);
    assert.match(fields.join(), field);
    assert.deepEqual(await browser.ok('GET', '/kept-rows'), {});
  });
