import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { groundFault, standOn } from './ground.ts';
import { logTo } from './log.ts';
import { overload, standBefore } from './overload.ts';

const { events } = logTo('silent', false);
const ONE_HUNDRED = () => 100;

/** Turns of the event loop that each take so long, by a clock of our own; tells of the last request of each. */
async function turns(count: number, ms: number): Promise<boolean[]> {
  let now = 0;
  const crowd = overload({ crowded: () => false }, () => now, ONE_HUNDRED, events);
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
  assert.deepEqual(new Set(await turns(100, 400)), new Set([false])));

test('a burst is served whole, and only what goes on is refused', async () => {
  const seen = await turns(6, 600);
  assert.equal(seen[0], false);
  assert.deepEqual(seen.slice(2), [true, true, true, true]);
});

test('who asks again within a turn begins another round, of which a part is served too', () => {
  let now = 0;
  const crowd = overload({ crowded: () => false }, () => now, ONE_HUNDRED, events);
  /** One request of each connection, of which those that are served take so long. */
  const served = (ms: number) => {
    let count = 0;
    for (let i = 0; i < 100; i += 1)
      if (!crowd.tooMuch('read')) {
        count += 1;
        now += ms;
      }
    return count;
  };
  const hurried = Array.from({ length: 20 }, () => served(10));
  assert.deepEqual(hurried.slice(0, 1), [100], 'a burst');
  assert.deepEqual(new Set(hurried.slice(2)), new Set([51]));
  const easy = Array.from({ length: 20 }, () => served(4));
  assert.deepEqual(new Set(easy.slice(1)), new Set([100]), 'what is served soon is served whole');
});

test('what the store cannot do soon is refused whatever the turns', () => {
  const crowd = overload({ crowded: (work) => work === 'write' }, () => 0, ONE_HUNDRED, events);
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
