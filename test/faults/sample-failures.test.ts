import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, describe, type TestContext, test } from 'node:test';
import { writer } from '../blackbox/writer.ts';
import { isInstalled, RUNNERS, runSample, samplesFor } from '../samples.ts';
import { useProcess } from '../use-service.ts';

const SHIROKO = '10010';
const TARGET = { tier: 5, weaponTier: 3, weaponLevel: 50, level: 90 };

const service = await useProcess();
let page: string;
before(async () => {
  page = await (await fetch(`${service.url}/docs`)).text();
});

/** Spoils the first request of a method that no earlier fault has spoiled. */
interface Fault {
  method: string;
  /** The status of the response; without one the connection breaks. */
  status?: 429 | 500 | 503;
  /** The service gets the request, and only the response is lost. */
  processed?: boolean;
}
const CODES = { 429: 'rate_limited', 500: 'internal_error', 503: 'unavailable' };

/** A proxy in front of the service that injects faults, and notes which writes the service got. */
async function startProxy(t: TestContext, faults: Fault[]) {
  const writes: string[] = [];
  const proxy = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request));
    const { method = '', url = '' } = request;
    const found = faults.findIndex((fault) => fault.method === method);
    const [fault] = found === -1 ? [] : faults.splice(found, 1);
    let [status, text] = [0, ''];
    if (fault === undefined || fault.processed) {
      const { authorization = '', 'content-type': type = 'text/plain' } = request.headers;
      const answer = await fetch(service.url + url, {
        method,
        headers: { authorization, 'content-type': type },
        ...(method !== 'GET' && { body }),
      });
      [status, text] = [answer.status, await answer.text()];
      if (method !== 'GET') writes.push(`${method} ${status}`);
    }
    if (fault !== undefined) {
      if (fault.status === undefined) return request.socket.destroy();
      status = fault.status;
      text = JSON.stringify({ error: { code: CODES[fault.status], message: 'injected', docs: '' } });
    }
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '1' }).end(text);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  t.after(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return { baseUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/v1`, writes, faults };
}

const codeOf = (runner: string, id: string): string => {
  const sample = samplesFor(runner, page).find((one) => one.id === id);
  assert.ok(sample, `${runner} ${id}`);
  return sample.code;
};
const stateOf = async (key: string) => {
  const { body } = await service.call(key, 'GET', `/me/students/${SHIROKO}`);
  return Object.fromEntries(Object.keys(TARGET).map((name) => [name, body[name]]));
};

/** They wait for Retry-After most of the time. */
describe('the whole sample of the guide', { concurrency: 6 }, () => {
  for (const runner of RUNNERS) {
    test(`the sample in ${runner} registers once although responses are 503, 429 and a lost 500`, async (t) => {
      if (!(await isInstalled(runner))) return t.skip(`${runner} is not installed`);
      const { key } = await writer(service);
      const { baseUrl, writes, faults } = await startProxy(t, [
        { method: 'GET', status: 503 },
        { method: 'GET', status: 429 },
        { method: 'POST', status: 503 },
        { method: 'POST', status: 500, processed: true },
        { method: 'GET', status: 500 },
      ]);
      const { stdout } = await runSample(runner, codeOf(runner, 'set'), baseUrl, key);
      assert.deepEqual(faults, [], 'every fault was met');
      assert.deepEqual(writes, ['POST 201']);
      assert.deepEqual(await stateOf(key), TARGET);
      assert.equal(JSON.parse(stdout).studentUid, SHIROKO);
    });

    test(`the sample in ${runner} changes once although a 500 and a broken connection hide the outcome`, async (t) => {
      if (!(await isInstalled(runner))) return t.skip(`${runner} is not installed`);
      const { key } = await writer(service);
      const body = { studentUid: SHIROKO, tier: 5, weaponTier: 0 };
      assert.equal((await service.call(key, 'POST', '/me/students', body)).status, 201);
      const { baseUrl, writes, faults } = await startProxy(t, [
        { method: 'PATCH', status: 500 },
        { method: 'PATCH', processed: true },
      ]);
      await runSample(runner, codeOf(runner, 'set'), baseUrl, key);
      assert.deepEqual(faults, [], 'every fault was met');
      assert.deepEqual(writes, ['PATCH 200']);
      assert.deepEqual(await stateOf(key), TARGET);
    });

    test(`the samples in ${runner} write nothing and list candidates for a name that no student has`, async (t) => {
      if (!(await isInstalled(runner))) return t.skip(`${runner} is not installed`);
      const { key } = await writer(service);
      const samples = samplesFor(runner, page).filter(({ id }) => id === 'set' || id === 'sync');
      assert.ok(samples.length >= 1);
      for (const { id, code } of samples)
        await assert.rejects(
          runSample(runner, code.replaceAll('시로코', '하루'), `${service.url}/v1`, key),
          ({ stderr }: Error & { stderr: string }) => {
            assert.match(
              stderr,
              /No single student is called 하루: .*하루나|No student is named "하루"\. Similar: Haruna /,
              id,
            );
            return true;
          },
        );
      assert.deepEqual((await service.call(key, 'GET', '/me/students')).body.students, []);
    });
  }
});
