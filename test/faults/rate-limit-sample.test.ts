import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { hasPython, runSample, samplesOf } from '../samples.ts';
import { type Service, startService } from '../service.ts';

let service: Service;
let page: string;
before(async () => {
  service = await startService({ env: { ROLLBOOK_READ_LIMIT: '1' } });
  page = await (await fetch(`${service.url}/docs`)).text();
});
after(() => service.stop());

/** Slow: waits for a whole rate limit window. */
describe('the rate limit sample of the guide', { concurrency: 3 }, () => {
  for (const language of ['curl', 'javascript', 'python'])
    test(`the ${language} sample waits for Retry-After and then succeeds`, async (t) => {
      if (language === 'python' && !(await hasPython())) return t.skip('python3 is not installed');
      const sample = samplesOf(page).find((one) => one.id === 'retry' && one.language === language);
      assert.ok(sample);
      const { read } = await service.account();
      assert.equal((await service.call(read, 'GET', '/me/students')).status, 200);
      const sentAt = Date.now();
      const refused = await service.call(read, 'GET', '/me/students');
      assert.equal(refused.status, 429);
      const { stdout } = await runSample(sample, `${service.url}/v1`, read);
      assert.deepEqual(JSON.parse(stdout), { students: [], nextCursor: null });
      const waitedS = (Date.now() - sentAt) / 1000;
      const retryAfterS = Number(refused.headers.get('retry-after'));
      assert.ok(
        waitedS > retryAfterS - 2 && waitedS < retryAfterS + 15,
        `Retry-After was ${retryAfterS} s, waited ${waitedS} s`,
      );
    });
});
