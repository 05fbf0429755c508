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

/** A whole window has to pass, so this is not among the quick ones. */
describe('the sample that obeys the limits waits as it is told, and is served', { concurrency: 3 }, () => {
  for (const language of ['curl', 'javascript', 'python'])
    test(language, async (t) => {
      if (language === 'python' && !(await hasPython())) return t.skip('there is no python3 here');
      const sample = samplesOf(page).find((one) => one.id === 'retry' && one.language === language);
      assert.ok(sample);
      const { read } = await service.account();
      assert.equal((await service.call(read, 'GET', '/me/students')).status, 200);
      const asked = Date.now();
      const refused = await service.call(read, 'GET', '/me/students');
      assert.equal(refused.status, 429);
      const { stdout } = await runSample(sample, `${service.url}/v1`, read);
      assert.deepEqual(JSON.parse(stdout), { students: [], nextCursor: null });
      const waited = (Date.now() - asked) / 1000;
      const told = Number(refused.headers.get('retry-after'));
      assert.ok(waited > told - 2 && waited < told + 15, `told ${told} s, waited ${waited} s`);
    });
});
