import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../blackbox/error-response.ts';
import { useSharedService } from '../use-service.ts';
import { signUpPlayer } from './console-browser.ts';

const service = await useSharedService();
const wanted = { level: 90, skillEx: 5 };

test('presets are kept in the order in which they were made, replaced and removed by name', async () => {
  const { browser } = await signUpPlayer(service);
  assert.deepEqual(await browser.ok('GET', '/goal-presets'), { presets: [] });
  for (const name of ['총력전', '만렙']) await browser.ok('PATCH', '/goal-presets', { name, wanted });
  const changed = await browser.ok('PATCH', '/goal-presets', { name: '총력전', wanted: { bond: 20 } });
  assert.deepEqual(changed.presets, [
    { name: '총력전', wanted: { bond: 20 } },
    { name: '만렙', wanted },
  ]);
  const { presets } = await browser.ok('PATCH', '/goal-presets', { name: '총력전', wanted: null });
  assert.deepEqual(presets, [{ name: '만렙', wanted }]);
  assert.deepEqual(await browser.ok('GET', '/goal-presets'), { presets });
  const data = await browser.ok('GET', '/export');
  assert.deepEqual(data.goalPresets, presets);
});

test('an account has twenty at most, also if they are made at once, and no account sees those of another', async () => {
  const { browser } = await signUpPlayer(service);
  const answers = await Promise.all(
    Array.from({ length: 22 }, (_, i) => browser.call('PATCH', '/goal-presets', { name: `${i}`, wanted })),
  );
  const refusals = answers.filter(({ status }) => status !== 200);
  assert.equal(refusals.length, 2);
  for (const { status, body } of refusals)
    assert.deepEqual([status, body.error.code], [409, 'limit_reached']);
  assert.equal((await browser.ok('GET', '/goal-presets')).presets.length, 20);
  const { browser: other } = await signUpPlayer(service);
  assert.deepEqual(await other.ok('GET', '/goal-presets'), { presets: [] });
});

for (const [body, fields] of [
  [{ wanted }, ['name']],
  [{ name: ' ', wanted }, ['name']],
  [{ name: 'a\nb', wanted }, ['name']],
  [{ name: 'ㄱ'.repeat(41), wanted }, ['name']],
  [{ name: 'a', wanted: {} }, ['wanted']],
  [{ name: 'a', wanted: { level: 91, rank: 1 } }, ['wanted.level', 'wanted.rank']],
] as const)
  test(`${JSON.stringify(body).slice(0, 60)} is refused`, async () => {
    const { browser } = await signUpPlayer(service);
    refused(await browser.call('PATCH', '/goal-presets', body), 400, 'invalid_request', [...fields]);
    assert.deepEqual(await browser.ok('GET', '/goal-presets'), { presets: [] });
  });
