import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Connection, requestText } from '../blackbox/raw-connection.ts';
import { ENGINES, newDatabase } from '../database.ts';
import { residentKb } from '../resident.ts';
import { type Account, type Service, startService } from '../service.ts';
import { until } from '../until.ts';

/** What one caller may take of what all share: memory, connections, the time of the event loop. */
const MIB = 1_048_576;
const MOST_GROWTH_KB = 150 * 1024;
/** Others wait no longer than this, on a machine that does other things as well. */
const MOST_WAIT_MS = 5_000;
let service: Service;
let account: Account;
let warm: number;

before(async () => {
  service = await startService();
  account = await service.account();
  const found = await service.call(account.read, 'GET', '/students?query=a&limit=100');
  for (const { studentUid } of found.body.students)
    await service.call(account.write, 'POST', '/me/students', { studentUid, tier: 5, weaponTier: 2 });
  await service.call(account.write, 'POST', '/me/students', { studentUid: '10010', tier: 5, weaponTier: 2 });
});
beforeEach(async () => {
  warm = await residentKb(service.process);
});
after(() => service.stop());

const own = () => ({ Authorization: `Bearer ${account.write}` });
const patch = (body: string, more: Record<string, string> = {}) =>
  requestText(
    'PATCH',
    '/v1/me/students/10010',
    { ...own(), 'Content-Type': 'application/json', ...more },
    body,
  );

/** A socket that nobody reads unless told to. */
async function opened(): Promise<Socket> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** While it goes on, others are served in time and memory stays within bounds. */
async function othersAreServed(during: Promise<unknown>): Promise<void> {
  let going = true;
  const done = during.finally(() => {
    going = false;
  });
  let [longest, most] = [0, 0];
  do {
    const began = performance.now();
    assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
    longest = Math.max(longest, performance.now() - began);
    most = Math.max(most, await residentKb(service.process));
    await pause(20);
  } while (going);
  await done;
  assert.ok(longest < MOST_WAIT_MS, `others waited ${longest} ms`);
  assert.ok(most - warm < MOST_GROWTH_KB, `${most - warm} kB more`);
}

test('who sends 100,000 requests ahead of their answers is cut off', async () => {
  const tiny = 'GET / HTTP/1.1\r\nHost:x\r\n\r\n'.repeat(100_000);
  for (const first of [patch('{"level":5}'), '']) {
    const socket = await opened();
    const closed = new Promise((resolve) => socket.resume().once('close', resolve));
    socket.write(first + tiny);
    await othersAreServed(closed);
  }
});

test('a thousand requests ahead of their answers are all answered', async () => {
  const connection = new Connection(service.url);
  const count = 1000;
  connection.send(requestText('GET', '/v1/me/students/10010', own()).repeat(count));
  for (let at = 0; at < count; at += 1) assert.equal((await connection.answer()).status, 200);
  connection.close();
});

test('who does not read the answers is answered no further', async () => {
  const sockets = await Promise.all(Array.from({ length: 50 }, opened));
  const list = requestText('GET', '/v1/me/students?limit=100', own());
  for (const socket of sockets) socket.pause().write(list.repeat(900));
  await othersAreServed(pause(3000));
  for (const socket of sockets) socket.destroy();
});

test('large bodies share a room, small ones need none of it', async () => {
  const held = await Promise.all(Array.from({ length: 300 }, () => new Connection(service.url)));
  for (const connection of held) connection.send(patch(' ', { 'Content-Length': `${MIB}` }));
  const refusals = await Promise.all(
    held.slice(256).map((connection) => connection.answer({ within: 20_000 })),
  );
  for (const { status, headers, body } of refusals) {
    assert.deepEqual([status, body.error.code], [503, 'unavailable']);
    assert.equal(headers.get('retry-after'), '1');
  }
  const { status } = await service.call(account.write, 'PATCH', '/me/students/10010', { level: 6 });
  assert.equal(status, 200);
  for (const connection of held) connection.close();
  const large = `{"level":7${' '.repeat(MIB - 11)}}`;
  let answer = await service.call(account.write, 'PATCH', '/me/students/10010', large);
  for (let tries = 0; answer.status === 503 && tries < 300; tries += 1) {
    await pause(100);
    answer = await service.call(account.write, 'PATCH', '/me/students/10010', large);
  }
  assert.equal(answer.status, 200, 'what was held is free again');
});

for (const engine of ENGINES)
  test(`who hangs up leaves the room, on ${engine}`, async () => {
    const database = await newDatabase(engine);
    const other = await startService({ database: database.address });
    try {
      const { write } = await other.account();
      const state = { studentUid: '10010', tier: 5, weaponTier: 2 };
      await other.call(write, 'POST', '/me/students', state);
      const head = requestText(
        'PATCH',
        '/v1/me/students/10010',
        {
          Authorization: `Bearer ${write}`,
          'Content-Type': 'application/json',
          'Transfer-Encoding': 'chunked',
        },
        '',
      );
      for (let round = 0; round < 30; round += 1) {
        const connections = Array.from({ length: 20 }, () => new Connection(other.url));
        for (const connection of connections) connection.send(head.repeat(2));
        await pause(round % 5);
        for (const connection of connections) connection.close();
      }
      // Until the service has heard of the last who hung up.
      await until(
        'there is room for 250',
        async () => {
          const held = Array.from({ length: 250 }, () => new Connection(other.url));
          const asking = head.replace(/\r\n$/, 'Expect: 100-continue\r\n\r\n');
          for (const connection of held) connection.send(asking);
          await until('each is let in or refused', () =>
            held.every((connection) => connection.left() !== ''),
          );
          const letIn = held.filter((connection) => connection.left().startsWith('HTTP/1.1 100 '));
          for (const connection of held) connection.close();
          return letIn.length === held.length;
        },
        { every: 1_000 },
      );
    } finally {
      await other.stop('SIGKILL');
      await database.remove();
    }
  });

test('a body that was refused keeps no memory, however long its end is in coming', async () => {
  const { write } = await service.account();
  await service.call(write, 'POST', '/me/students', { studentUid: '10010', tier: 5, weaponTier: 2 });
  const headers = {
    Authorization: `Bearer ${write}`,
    'Content-Type': 'application/json',
    'Transfer-Encoding': 'chunked',
  };
  const head = requestText('PATCH', '/v1/me/students/10010', headers, '');
  const tooMuch = `${head}${(MIB + 1).toString(16)}\r\n${' '.repeat(MIB + 1)}\r\n`;
  const held: Connection[] = [];
  for (let round = 0; round < 15; round += 1) {
    const connections = Array.from({ length: 20 }, () => new Connection(service.url));
    for (const connection of connections) connection.send(tooMuch);
    for (const connection of connections) assert.equal((await connection.answer()).status, 400);
    held.push(...connections);
  }
  const growth = (await residentKb(service.process)) - warm;
  for (const connection of held) connection.close();
  assert.ok(growth < MOST_GROWTH_KB, `${growth} kB more`);
});

test('a mebibyte of what JSON can be holds up nobody for long', async () => {
  const names = Array.from({ length: 120_000 }, (_, at) => `"${at.toString(36)}":1`).join(',');
  const bodies = [
    `{${names}}`.slice(0, MIB - 8).replace(/,"[^,]*$/, '}'),
    `{"level":${'['.repeat(MIB / 2 - 10)}${']'.repeat(MIB / 2 - 10)}}`,
    `{"level":${'9'.repeat(MIB - 12)}}`,
    `{"${'x'.repeat(MIB - 12)}":1}`,
    `{"level":"${'\\u0041'.repeat(170_000)}"}`,
    `{"level":${'[],'.repeat(10)}`,
  ];
  for (const body of bodies) {
    const sent = service.call(account.write, 'PATCH', '/me/students/10010', body);
    await othersAreServed(sent);
    assert.equal((await sent).status, 400);
  }
});

test('two thousand silent connections take little and are closed', async () => {
  const sockets = await Promise.all(Array.from({ length: 2000 }, opened));
  const closed = Promise.all(
    sockets.map((socket) => new Promise((resolve) => socket.resume().once('close', resolve))),
  );
  await othersAreServed(closed);
});

test('what is kept of a search keeps nothing else from being freed', async () => {
  // Long cursors pass through the memory in which short answers might be left lying.
  const cursor = 'x'.repeat(3500);
  const filler = requestText('GET', `/v1/me/students?cursor=${cursor}`, own()).repeat(20);
  for (let round = 0; round < 100; round += 1) {
    const connection = new Connection(service.url);
    for (let at = 0; at < 40; at += 1)
      connection.send(requestText('GET', `/v1/students?query=zq${round}x${at}`, own()) + filler);
    for (let at = 0; at < 40 * 21; at += 1) await connection.answer();
    connection.close();
  }
  const growth = (await residentKb(service.process)) - warm;
  assert.ok(growth < MOST_GROWTH_KB, `${growth} kB more`);
});

test('thousands of different searches, and of strangers, leave nothing behind', async () => {
  const pad = 'x'.repeat(12_000);
  for (let round = 0; round < 30; round += 1) {
    const connection = new Connection(service.url);
    const count = 200;
    for (let at = 0; at < count; at += 1) {
      const name = `hostile-search-${round}-${at}`;
      connection.send(requestText('GET', `/v1/students?query=${name}&pad=${pad}`, own()));
      connection.send(requestText('GET', '/v1/students', { Authorization: `Bearer ${name}` }));
    }
    for (let at = 0; at < 2 * count; at += 1) await connection.answer();
    connection.close();
  }
  const growth = (await residentKb(service.process)) - warm;
  assert.ok(growth < MOST_GROWTH_KB, `${growth} kB more`);
});
