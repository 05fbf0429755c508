import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../test/until.ts';
import { cutOffSlowReader, sendPieces } from './slow-readers.ts';

const PIECE = 'x'.repeat(262_144);
/** More than the kernel takes for a reader who takes nothing. */
const PIECES = 200;

/** A reader who takes nothing of the answer until told to. */
async function ask(t: TestContext, answer: RequestListener): Promise<Socket> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  t.after(() => {
    socket.destroy();
    server.close();
  });
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  return socket;
}

/** Also after a reset, which is an error. */
const closeOf = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));

/** Counts the pieces that were made, and tells that no more will be. */
function createPieces() {
  const made = { count: 0, isEnded: false };
  async function* make() {
    try {
      for (; made.count < PIECES; made.count += 1) yield PIECE;
    } finally {
      made.isEnded = true;
    }
  }
  return { made, pieces: make() };
}

test('pieces are made as the reader takes them, and all arrive', async (t) => {
  const { made, pieces } = createPieces();
  const socket = await ask(t, (_, response) => void sendPieces(response, pieces));
  await until('the kernel takes no more', async () => {
    const before = made.count;
    await pause(200);
    return made.count > 0 && made.count === before;
  });
  assert.ok(made.count < PIECES / 2, `${made.count} pieces were made`);
  let received = 0;
  socket.on('data', (data: Buffer) => {
    received += data.length;
  });
  await once(socket, 'end');
  assert.ok(received > PIECES * PIECE.length);
});

test('a reader who does not take a piece in time is cut off, and no more are made', async (t) => {
  const { made, pieces } = createPieces();
  const socket = await ask(t, (_, response) => void sendPieces(response, pieces, 100));
  await until('no more are made', () => made.isEnded);
  assert.ok(made.count < PIECES);
  socket.resume();
  await closeOf(socket);
});

test('a reader who does not take a large answer in time is cut off', async (t) => {
  const closed = Promise.withResolvers<void>();
  const socket = await ask(t, (_, response) => {
    response.once('close', closed.resolve);
    void sendPieces(response, [PIECE.repeat(PIECES)], 100);
  });
  await closed.promise;
  let received = 0;
  socket.on('data', (data: Buffer) => {
    received += data.length;
  });
  await closeOf(socket);
  assert.ok(received < PIECES * PIECE.length);
});

test('a reader who takes an answer in time keeps the connection', async (t) => {
  const socket = await ask(t, (_, response) => {
    response.end(PIECE);
    void cutOffSlowReader(response, 60_000);
  });
  let received = 0;
  socket.on('data', (data: Buffer) => {
    received += data.length;
  });
  await once(socket, 'end');
  assert.ok(received > PIECE.length);
});
