import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../blackbox/error-response.ts';
import { useSharedService } from '../use-service.ts';
import { signUpPlayer } from './console-browser.ts';

const service = await useSharedService();
const EMPTY = { headings: {}, aliases: {}, items: {} };

test('headings and aliases are remembered, replaced and forgotten one by one, and exported', async () => {
  const { browser } = await signUpPlayer(service);
  assert.deepEqual(await browser.ok('GET', '/import-memory'), EMPTY);
  await browser.ok('PATCH', '/import-memory', { headings: { 쪼렙: 'level', 최애: 'ignored' } });
  await browser.ok('PATCH', '/import-memory', { aliases: { 수시노2: '10045', __proto__x: '10000' } });
  await browser.ok('PATCH', '/import-memory', { items: { 겜보: '4033', 모자: 'e101008' } });
  const changed = await browser.ok('PATCH', '/import-memory', {
    headings: { 쪼렙: 'bond', 최애: null },
    aliases: { 없던것: null },
    items: { 모자: null },
  });
  const memory = {
    headings: { 쪼렙: 'bond' },
    aliases: { 수시노2: '10045', __proto__x: '10000' },
    items: { 겜보: '4033' },
  };
  assert.deepEqual(changed, memory);
  assert.deepEqual(await browser.ok('GET', '/import-memory'), memory);
  assert.deepEqual((await browser.ok('GET', '/export')).importMemory, memory);
  const { browser: other } = await signUpPlayer(service);
  assert.deepEqual(await other.ok('GET', '/import-memory'), EMPTY);
});

test('what several pages remember at once is all kept, up to 200 headings, 500 aliases and 500 names of items', async () => {
  const { browser } = await signUpPlayer(service);
  const some = (count: number, of: string, value: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`${of} ${i}`, value]));
  await Promise.all([
    browser.ok('PATCH', '/import-memory', { headings: some(200, '제목', 'level') }),
    browser.ok('PATCH', '/import-memory', { aliases: some(500, '별명', '10000') }),
    browser.ok('PATCH', '/import-memory', { items: some(500, '이름', '4033') }),
  ]);
  for (const more of [
    { headings: { 하나: 'level' } },
    { aliases: { 하나: '10000' } },
    { items: { 하나: '10' } },
  ]) {
    const { status, body } = await browser.call('PATCH', '/import-memory', more);
    assert.deepEqual([status, body.error.code], [409, 'limit_reached']);
  }
  await browser.ok('PATCH', '/import-memory', { aliases: { '별명 0': null, 하나: '10000' } });
  const { headings, aliases } = await browser.ok('GET', '/import-memory');
  assert.deepEqual([Object.keys(headings).length, Object.keys(aliases).length], [200, 500]);
});

for (const [body, field] of [
  [{ headings: { 렙: 'tier' } }, /^headings\.렙$/],
  [{ headings: { 렙: '' } }, /^headings\.렙$/],
  [{ headings: { ' ': 'level' } }, /^headings\. $/],
  [{ headings: { ['가'.repeat(61)]: 'level' } }, /^headings\.가+$/],
  [{ headings: { 'a\0': 'level' } }, /^headings\.a/],
  [{ headings: { '\ud800': 'level' } }, /^headings\./],
  [{ headings: ['level'] }, /^headings$/],
  [{ headings: null }, /^headings$/],
  [{ aliases: { 아루: 10000 } }, /^aliases\.아루$/],
  [{ aliases: { 아루: 'a\0' } }, /^aliases\.아루$/],
  [{ aliases: { 아루: '1'.repeat(65) } }, /^aliases\.아루$/],
  [{ items: { 노트: 4033 } }, /^items\.노트$/],
  [{ items: { 노트: 'a\0' } }, /^items\.노트$/],
  [{ items: { ['가'.repeat(101)]: '4033' } }, /^items\.가+…$/],
  [{ other: {} }, /^other$/],
] as const)
  test(`${JSON.stringify(body).slice(0, 60)} is refused`, async () => {
    const { browser } = await signUpPlayer(service);
    const answer = await browser.call('PATCH', '/import-memory', body);
    refused(answer, 400, 'invalid_request');
    const fields = answer.body.error.fields.map((found: { field: string }) => found.field);
    assert.match(fields.join(), field);
    assert.deepEqual(await browser.ok('GET', '/import-memory'), EMPTY);
  });
