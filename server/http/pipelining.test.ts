import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { until } from '../../test/until.ts';
import { runInOrder } from './http-server.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

test('keep-alive connections hold few references to their finished requests', async (t) => {
  const requests: WeakRef<object>[] = [];
  const server = createServer({ keepAliveTimeout: 0 });
  const answer: RequestListener = (request, response) => {
    requests.push(new WeakRef(request));
    response.end();
  };
  server.on('request', (request, response) => runInOrder(request, response, answer));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const sockets: Socket[] = [];
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  // Sequentially, because how many of concurrent requests are held depends on when their responses finish.
  for (let i = 0; i < 500; i += 1) {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
  }
  await turn();
  collect();
  const kept = requests.filter((request) => request.deref() !== undefined);
  assert.equal(requests.length, 500);
  assert.ok(kept.length < 250, `${kept.length} of ${requests.length}`);
});

test('a request that waits behind a response that closes the connection takes no effect', async (t) => {
  const started: string[] = [];
  let first: ServerResponse | undefined;
  const server = createServer();
  const answer: RequestListener = ({ url = '' }, response) => {
    started.push(url);
    if (url === '/first') first = response;
    else response.end();
  };
  server.on('request', (request, response) => runInOrder(request, response, answer));
  const received = new Promise<void>((resolve) => {
    server.on('request', ({ url }) => url === '/second' && resolve());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET /first HTTP/1.1\r\nHost: x\r\n\r\nGET /second HTTP/1.1\r\nHost: x\r\n\r\n');
  await received;
  first?.setHeader('connection', 'close').end();
  assert.equal((await text(socket)).match(/HTTP\/1\.1 200/g)?.length, 1);
  assert.deepEqual(started, ['/first']);
});

test('releases requests that wait behind an unread response when their connection is closed', async (t) => {
  const requests: WeakRef<object>[] = [];
  let sockets: Socket[] = [];
  const server = createServer();
  const answer: RequestListener = ({ url }, response) => {
    if (url === '/') response.end();
  };
  server.on('request', (request, response) => runInOrder(request, response, answer));
  server.on('connection', (socket) => sockets.push(socket));
  server.on('request', (request) => requests.push(new WeakRef(request)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const ahead = 'GET /unanswered HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3);
  for (let count = 0; count < 200; count += 1)
    connect(port, '127.0.0.1')
      .on('error', () => {})
      .write(ahead);
  while (requests.length < 600) await pause(5);
  await Promise.all(sockets.map((socket) => once(socket.destroy(), 'close')));
  sockets = [];
  const areReleased = () => {
    collect();
    return requests.filter((request) => request.deref() !== undefined).length < 50;
  };
  await until('the requests are released', areReleased, { within: 10_000 });
});
