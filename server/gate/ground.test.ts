import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { standOn } from './ground.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

test('connections that are kept open keep few of the requests that they have brought', async (t) => {
  const requests: WeakRef<object>[] = [];
  const server = createServer((request, response) => {
    requests.push(new WeakRef(request));
    response.end();
  });
  standOn(server, { docsUrl: String, headers: () => ({}), requestId: String, answered: () => {} });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 500 });
  t.after(() => {
    agent.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  await Promise.all(
    Array.from({ length: 500 }, async () => {
      const [answer] = await once(get({ port, host: '127.0.0.1', agent }), 'response');
      await once(answer.resume(), 'end');
    }),
  );
  await pause(50);
  collect();
  const kept = requests.filter((request) => request.deref() !== undefined);
  assert.equal(requests.length, 500);
  assert.ok(kept.length < 250, `${kept.length} of ${requests.length}`);
});
