import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { before, beforeEach, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Connection, requestText } from '../../blackbox/raw-connection.ts';
import { ENGINES, newDatabase } from '../../database.ts';
import { assertMemoryReleased, residentKb } from '../../resident-memory.ts';
import { type Account, startService } from '../../service.ts';
import { until } from '../../until.ts';
import { useProcess } from '../../use-service.ts';

const MIB = 1_048_576;
const MAX_GROWTH_KB = 150 * 1024;
/** During an attack a busy machine collects garbage late. The lists alone that a client does not read would be 1.7 GB. */
const MAX_PEAK_GROWTH_KB = 300 * 1024;
/** The longest wait of other clients: two seconds, with a margin for a busy machine. All that the attackers ask for takes 20. */
const MAX_WAIT_MS = 15_000;
const STATE = { studentUid: '10010', tier: 5, weaponTier: 2 };
const service = await useProcess();
const account = await service.account();
/** An account has at most eight bodies of 1 MiB in progress, and all have 256: one account more than share them. */
const BODIES_OF_ACCOUNT = 8;
const ACCOUNTS = 33;
const accounts: Account[] = [];
let warmKb: number;

before(async () => {
  const found = await service.call(account.read, 'GET', '/students?query=a&limit=100');
  for (const { studentUid } of found.body.students)
    await service.call(account.write, 'POST', '/me/students', { studentUid, tier: 5, weaponTier: 2 });
  await service.call(account.write, 'POST', '/me/students', STATE);
  const create = async () => {
    const other = await service.account();
    await service.call(other.write, 'POST', '/me/students', STATE);
    accounts.push(other);
  };
  while (accounts.length < ACCOUNTS) await Promise.all([create(), create(), create()]);
});
beforeEach(async () => {
  warmKb = await residentKb(service.process);
});

const authorization = () => ({ Authorization: `Bearer ${account.write}` });
const patchRequest = (body: string, extraHeaders: Record<string, string> = {}) =>
  requestText(
    'PATCH',
    '/v1/me/students/10010',
    { ...authorization(), 'Content-Type': 'application/json', ...extraHeaders },
    body,
  );

/** A socket that does not read until `resume` is called. */
async function openSocket(): Promise<Socket> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Checks that until `attack` settles, other requests are served in time and memory stays bounded. */
async function assertOthersServed(attack: Promise<unknown>): Promise<void> {
  let isRunning = true;
  const done = attack.finally(() => {
    isRunning = false;
  });
  let [maxWaitMs, maxKb] = [0, 0];
  do {
    const startedAt = performance.now();
    assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
    maxWaitMs = Math.max(maxWaitMs, performance.now() - startedAt);
    maxKb = Math.max(maxKb, await residentKb(service.process));
    await pause(20);
  } while (isRunning);
  await done;
  assert.ok(maxWaitMs < MAX_WAIT_MS, `others waited ${maxWaitMs} ms`);
  assert.ok(maxKb - warmKb < MAX_PEAK_GROWTH_KB, `${maxKb - warmKb} kB more`);
}

test('a connection that pipelines 100,000 requests is closed', async () => {
  const flood = 'GET / HTTP/1.1\r\nHost:x\r\n\r\n'.repeat(100_000);
  for (const first of [patchRequest('{"level":5}'), '']) {
    const socket = await openSocket();
    const closed = new Promise((resolve) => socket.resume().once('close', resolve));
    socket.write(first + flood);
    await assertOthersServed(closed);
  }
});

test('1,000 pipelined requests are all answered', async () => {
  const connection = new Connection(service.url);
  const count = 1000;
  connection.send(requestText('GET', '/v1/me/students/10010', authorization()).repeat(count));
  for (let at = 0; at < count; at += 1) assert.equal((await connection.answer()).status, 200);
  connection.close();
});

test('a client that does not read its responses uses bounded memory', async () => {
  const sockets = await Promise.all(Array.from({ length: 50 }, openSocket));
  const list = requestText('GET', '/v1/me/students?limit=100', authorization());
  for (const socket of sockets) socket.pause().write(list.repeat(900));
  await assertOthersServed(pause(3000));
  for (const socket of sockets) socket.destroy();
});

test('large bodies over the shared 256 MiB budget are answered 503, while small bodies are accepted', async (t) => {
  const owners = accounts.flatMap((owner) => Array<Account>(BODIES_OF_ACCOUNT).fill(owner));
  const held = owners.map(() => new Connection(service.url));
  const release = () => {
    for (const connection of held) connection.close();
  };
  // The held bodies would fail the tests that follow.
  t.after(release);
  for (const [i, connection] of held.entries())
    connection.send(
      requestText('POST', '/v1/me/students', {
        Authorization: `Bearer ${owners[i]?.write}`,
        'Content-Type': 'application/json',
        'Content-Length': `${MIB}`,
      }) + ' '.repeat(MIB - 1),
    );
  // Any of them may be authenticated first.
  const isAnswered = (connection: Connection) => connection.left() !== '';
  await until('all but 256 are answered', () => held.filter(isAnswered).length >= held.length - 256);
  for (const connection of held.filter(isAnswered)) {
    const { status, headers, body } = await connection.answer();
    assert.deepEqual([status, body.error.code], [503, 'unavailable']);
    assert.equal(headers.get('retry-after'), '1');
  }
  const { status } = await service.call(account.write, 'PATCH', '/me/students/10010', { level: 6 });
  assert.equal(status, 200);
  release();
  const large = `{"level":7${' '.repeat(MIB - 11)}}`;
  let answer = await service.call(account.write, 'PATCH', '/me/students/10010', large);
  for (let tries = 0; answer.status === 503 && tries < 300; tries += 1) {
    await pause(100);
    answer = await service.call(account.write, 'PATCH', '/me/students/10010', large);
  }
  assert.equal(answer.status, 200, 'the budget was not released');
});

for (const engine of ENGINES)
  test(`a client that disconnects releases its share of the body budget on ${engine}`, async () => {
    const database = await newDatabase(engine);
    const other = await startService({ database: database.address });
    try {
      const { write } = await other.account();
      await other.call(write, 'POST', '/me/students', STATE);
      const headOf = (more: Record<string, string>) =>
        requestText(
          'PATCH',
          '/v1/me/students/10010',
          { Authorization: `Bearer ${write}`, 'Content-Type': 'application/json', ...more },
          '',
        );
      // A chunk that is large, then one that is none.
      const head = headOf({ 'Transfer-Encoding': 'chunked' });
      const broken = `${head}8000\r\n${' '.repeat(0x8000)}\r\n${head}`;
      for (let round = 0; round < 30; round += 1) {
        const connections = Array.from({ length: 20 }, () => new Connection(other.url));
        for (const connection of connections) connection.send(broken);
        await pause(round % 5);
        for (const connection of connections) connection.close();
      }
      // Retried until the service has seen the last disconnect.
      await until(
        'the whole share is free',
        async () => {
          const held = Array.from({ length: BODIES_OF_ACCOUNT }, () => new Connection(other.url));
          for (const connection of held)
            connection.send(headOf({ 'Content-Length': `${MIB}` }) + ' '.repeat(MIB - 1));
          const isAnyRefused = () => held.some((connection) => connection.left() !== '');
          const another = `{"level":7}${' '.repeat(0x8000)}`;
          await until(
            'they fill it, or one of them is refused',
            async () =>
              (await other.call(write, 'PATCH', '/me/students/10010', another)).status === 503 ||
              isAnyRefused(),
          );
          const isWhole = !isAnyRefused();
          for (const connection of held) connection.close();
          return isWhole;
        },
        { every: 1_000 },
      );
    } finally {
      await other.stop('SIGKILL');
      await database.remove();
    }
  });

test('a body that was rejected keeps no memory, even if the client never finishes sending it', async (t) => {
  // One for each account, so that none is over its share.
  const oversized = accounts.slice(0, 20).map(({ write }) => {
    const headers = {
      Authorization: `Bearer ${write}`,
      'Content-Type': 'application/json',
      'Transfer-Encoding': 'chunked',
    };
    const head = requestText('PATCH', '/v1/me/students/10010', headers, '');
    return `${head}${(MIB + 1).toString(16)}\r\n${' '.repeat(MIB + 1)}\r\n`;
  });
  const held: Connection[] = [];
  t.after(() => {
    for (const connection of held) connection.close();
  });
  for (let round = 0; round < 15; round += 1) {
    const connections = oversized.map((text) => {
      const connection = new Connection(service.url);
      connection.send(text);
      return connection;
    });
    held.push(...connections);
    for (const connection of connections) assert.equal((await connection.answer()).status, 400);
  }
  await assertMemoryReleased(service, warmKb, MAX_GROWTH_KB);
});

test('no 1 MiB JSON body blocks other requests for long', async () => {
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
    await assertOthersServed(sent);
    assert.equal((await sent).status, 400);
  }
});

test('2,000 silent connections use bounded memory and are closed', async () => {
  const sockets = await Promise.all(Array.from({ length: 2000 }, openSocket));
  const closed = Promise.all(
    sockets.map((socket) => new Promise((resolve) => socket.resume().once('close', resolve))),
  );
  await assertOthersServed(closed);
});

test('cached searches do not keep other request data in memory', async () => {
  // A cached slice of a large shared buffer would keep the whole buffer alive; long cursors fill such buffers.
  const cursor = 'x'.repeat(14_000);
  const filler = requestText('GET', `/v1/me/students?cursor=${cursor}`, authorization()).repeat(5);
  for (let round = 0; round < 100; round += 1) {
    const connection = new Connection(service.url);
    for (let at = 0; at < 40; at += 1)
      connection.send(requestText('GET', `/v1/students?query=zq${round}x${at}`, authorization()) + filler);
    for (let at = 0; at < 40 * 6; at += 1) await connection.answer();
    connection.close();
  }
  await assertMemoryReleased(service, warmKb, MAX_GROWTH_KB);
});

test('thousands of different searches and unknown keys do not grow memory', async () => {
  const pad = 'x'.repeat(12_000);
  for (let round = 0; round < 30; round += 1) {
    const connection = new Connection(service.url);
    const count = 200;
    for (let at = 0; at < count; at += 1) {
      const name = `hostile-search-${round}-${at}`;
      connection.send(requestText('GET', `/v1/students?query=${name}&pad=${pad}`, authorization()));
      connection.send(requestText('GET', '/v1/students', { Authorization: `Bearer ${name}` }));
    }
    for (let at = 0; at < 2 * count; at += 1) await connection.answer();
    connection.close();
  }
  await assertMemoryReleased(service, warmKb, MAX_GROWTH_KB);
});
