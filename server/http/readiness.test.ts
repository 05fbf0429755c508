import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReadinessProbe } from './readiness.ts';

const isStopping = () => false;

test('all who ask within a quarter of a second share one probe of the store', async () => {
  let probes = 0;
  const ready = createReadinessProbe(
    {
      async ready() {
        probes += 1;
      },
    },
    isStopping,
  );
  for (let round = 0; round < 3; round += 1) await Promise.all(Array.from({ length: 100 }, ready));
  assert.equal(probes, 1);
});

test('a refusal is shared as well, and the store is asked again afterwards', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const outcomes = [Promise.reject(new Error('read-only')), Promise.resolve()];
  outcomes[0]?.catch(() => {});
  const ready = createReadinessProbe({ ready: async () => outcomes.shift() }, isStopping);
  await assert.rejects(ready(), /read-only/);
  await assert.rejects(ready(), /read-only/);
  t.mock.timers.tick(250);
  await ready();
});

test('a store that does not answer is not ready after two seconds', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const waiting = createReadinessProbe({ ready: () => new Promise(() => {}) }, isStopping)();
  t.mock.timers.tick(2_000);
  await assert.rejects(waiting, { name: 'UnavailableError' });
});

test('a server that is stopping is not ready, and does not ask the store', async () => {
  const ready = createReadinessProbe({ ready: () => assert.fail('asked') }, () => true);
  await assert.rejects(ready(), { name: 'UnavailableError' });
});
