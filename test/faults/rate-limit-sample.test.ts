import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { isInstalled, RUNNERS, runSample, samplesFor } from '../samples.ts';
import { useProcess } from '../use-service.ts';

const service = await useProcess({ env: { ROLLBOOK_READ_LIMIT: '3' } });
let page: string;
before(async () => {
  page = await (await fetch(`${service.url}/docs`)).text();
});

/** Slow: waits for a whole rate limit window. */
describe('the rate limit sample of the guide', { concurrency: 4 }, () => {
  for (const runner of RUNNERS)
    test(`the sample in ${runner} waits for Retry-After and then succeeds`, async (t) => {
      if (!(await isInstalled(runner))) return t.skip(`${runner} is not installed`);
      const sample = samplesFor(runner, page).find(({ id }) => id === 'set');
      assert.ok(sample);
      const { write } = await service.account();
      for (let read = 0; read < 3; read += 1)
        assert.equal((await service.call(write, 'GET', '/me/students')).status, 200);
      const sentAt = Date.now();
      const refused = await service.call(write, 'GET', '/me/students');
      assert.equal(refused.status, 429);
      const { stdout } = await runSample(runner, sample.code, `${service.url}/v1`, write);
      assert.equal(JSON.parse(stdout).level, 90);
      const waitedS = (Date.now() - sentAt) / 1000;
      const retryAfterS = Number(refused.headers.get('retry-after'));
      assert.ok(
        waitedS > retryAfterS - 2 && waitedS < retryAfterS + 15,
        `Retry-After was ${retryAfterS} s, waited ${waitedS} s`,
      );
    });
});
