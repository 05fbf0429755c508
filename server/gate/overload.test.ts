import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { groundFault, standOn } from './ground.ts';
import { logTo } from './log.ts';
import { overload, standBefore } from './overload.ts';

/** Turns of the event loop that each take so long, by a clock of our own; tells of the last request of each. */
async function turns(count: number, ms: number): Promise<boolean[]> {
  let now = 0;
  const crowd = overload({ crowded: () => false }, () => now, logTo('silent', false).events);
  const seen: boolean[] = [];
  for (let i = 0; i < count; i += 1) {
    assert.equal(crowd.tooMuch('read'), false, 'what a turn begins with is served');
    now += ms;
    seen.push(crowd.tooMuch('read'));
    await turn();
  }
  return seen;
}

test('short turns refuse nobody, however many', async () =>
  assert.deepEqual(new Set(await turns(100, 200)), new Set([false])));

test('a burst is served whole, and only what goes on is refused', async () => {
  const seen = await turns(6, 400);
  assert.deepEqual(seen.slice(0, 2), [false, false]);
  assert.deepEqual(seen.slice(3), [true, true, true]);
});

test('what the store cannot do soon is refused whatever the turns', () => {
  const crowd = overload({ crowded: (work) => work === 'write' }, () => 0, logTo('silent', false).events);
  assert.deepEqual([crowd.tooMuch('read'), crowd.tooMuch('write')], [false, true]);
});

test('a request that is none, behind another on its connection, is answered in its turn and not taken for overload', async () => {
  const server = createServer((request, response) =>
    setTimeout(() => response.writeHead(groundFault(request)?.status ?? 200).end(), 20),
  );
  const crowd = { tooMuch: () => true, refused: () => {} };
  standBefore(server, crowd, (_request, response) => response.writeHead(503).end());
  standOn(server, { docsUrl: String, headers: () => ({}), requestId: String, answered: () => {} });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const head = 'Host: h\r\nConnection: keep-alive\r\n';
  client.write(`GET /elsewhere HTTP/1.1\r\n${head}\r\n`);
  client.write(
    `PATCH /v1/me/students/1 HTTP/1.1\r\n${head}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
  );
  let text = '';
  for await (const data of client) {
    text += data;
    if (text.match(/HTTP\/1\.1/g)?.length === 2) break;
  }
  assert.deepEqual(
    [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
    ['200', '400'],
  );
  client.destroy();
  server.close();
});
