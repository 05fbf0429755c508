import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { ENGINE } from '../../../database.ts';
import { useSharedService } from '../../../use-service.ts';
import { Connection } from '../../raw-connection.ts';

const service = await useSharedService();
const account = await service.account();

const head = (method: string, path: string, ...more: string[]) =>
  [
    `${method} /v1${path} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${account.write}`,
    ...more,
    '',
    '',
  ].join('\r\n');
const withBody = (method: string, path: string, body: unknown) => {
  const text = JSON.stringify(body);
  return head(method, path, 'Content-Type: application/json', `Content-Length: ${text.length}`) + text;
};

/** Sends the parts 5 ms apart and returns the statuses of the responses. */
async function statuses(parts: string[], answers: number, end = false): Promise<number[]> {
  const socket = connect({ port: Number(new URL(service.url).port), host: '127.0.0.1', allowHalfOpen: true });
  let text = '';
  socket.on('data', (data) => {
    text += data;
  });
  let closed = false;
  socket.once('close', () => {
    closed = true;
  });
  for (const part of parts) {
    socket.write(part);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  if (end) socket.end();
  const read = () => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
  for (const deadline = Date.now() + 30_000; read().length < answers && Date.now() < deadline && !closed; )
    await new Promise((resolve) => setTimeout(resolve, 20));
  // A surplus response would arrive in this time.
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.destroy();
  return read();
}

const student = { studentUid: '10010', tier: 3, weaponTier: 0 };

test('applies pipelined requests in order', async () => {
  const path = '/me/students/10010';
  const all = [
    withBody('POST', '/me/students', student),
    withBody('PATCH', path, { level: 7 }),
    head('GET', path),
    head('DELETE', path),
    head('GET', path),
  ].join('');
  for (let round = 0; round < 5; round += 1)
    assert.deepEqual(await statuses([all], 5), [201, 200, 200, 200, 404]);
});

test('answers a DELETE or GET once when its ignored body is malformed', async () => {
  for (let round = 0; round < 5; round += 1) {
    await service.call(account.write, 'POST', '/me/students', student);
    const malformed = [head('DELETE', '/me/students/10010', 'Transfer-Encoding: chunked'), 'ZZ\r\n'];
    assert.deepEqual(await statuses(malformed, 1), [200]);
    assert.deepEqual(
      await statuses([head('GET', '/me/students', 'Transfer-Encoding: chunked'), 'ZZ\r\n'], 1),
      [200],
    );
  }
});

test('answers a POST or PATCH once when its body is malformed', async () => {
  const type = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
  assert.deepEqual(await statuses([head('POST', '/me/students', ...type), 'ZZ\r\n'], 1), [400]);
  const answered = await statuses([head('PATCH', '/me/students/10010', ...type), 'ZZ\r\n'], 1);
  // On PostgreSQL the malformed body may be read before the response is ready.
  const right = ENGINE === 'sqlite' ? [404] : [404, 400];
  assert.ok(answered.length === 1 && right.includes(answered[0] as number), `${answered}`);
});

test('answers all earlier requests before a malformed one on the same connection', async () => {
  const path = '/me/students/10010';
  const type = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
  const malformed: [bytes: string, status: number[]][] = [
    [`${head('PATCH', path, ...type)}2\r\n{}\r\n0\r\nbroken\r\n\r\n`, [400]],
    [`${head('POST', '/me/students', ...type)}ZZ\r\n`, [400]],
    ['GARBAGE\r\n\r\n', [400]],
    ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
    ['PRI *\r\nHost: x\r\n\r\n', [400]],
    ['CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n', [404]],
    [`${head('GET', path, 'Transfer-Encoding: chunked')}ZZ\r\n`, [200]],
    [`${head('GET', path, 'Transfer-Encoding: gzip, chunked')}0\r\n\r\n${head('DELETE', path)}`, [400]],
  ];
  await service.call(account.write, 'POST', '/me/students', student);
  for (let round = 0; round < 5; round += 1)
    for (const [bytes, last] of malformed) {
      const connection = new Connection(service.url);
      const level = 2 + round;
      connection.send(
        withBody('PATCH', path, { level: 1 }) +
          withBody('PATCH', path, { level }) +
          head('GET', path) +
          bytes,
      );
      const answers = await connection.rest();
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200, ...last],
        bytes,
      );
      assert.deepEqual([answers[1]?.body.level, answers[2]?.body.level], [level, level]);
      assert.equal((await service.call(account.read, 'GET', path)).body.level, level);
    }
});

test('answers a client that closed its sending side', async () => {
  await service.call(account.write, 'POST', '/me/students', student);
  assert.deepEqual(await statuses([withBody('PATCH', '/me/students/10010', { level: 33 })], 1, true), [200]);
});

test('closes the connection after the responses when the client closed its sending side', async () => {
  const path = '/me/students/10010';
  await service.call(account.write, 'POST', '/me/students', student);
  const type = ['Content-Type: application/json', 'Content-Length: 11'];
  for (const [bytes, ...statuses] of [
    [head('GET', path), 200],
    [withBody('PATCH', path, { level: 34 }), 200],
    [withBody('PATCH', path, { level: 0 }), 400],
    [`${head('PATCH', path, ...type)}{"level":5,`, 400],
    [head('GET', '/nowhere'), 404],
    [`${head('PATCH', path, ...type)}{"level":5,${head('GET', path)}`, 400, 200],
    [`${head('PATCH', path, ...type)}{"level":5,${withBody('PATCH', path, { level: 0 })}`, 400, 400],
  ] as const) {
    const connection = new Connection(service.url);
    connection.send(bytes);
    const answers = await connection.rest();
    assert.deepEqual(
      answers.map((answer) => answer.status),
      statuses,
    );
  }
});

test('rejects an Expect header other than 100-continue', async () => {
  for (const value of ['100-continue, foo', 'x-100-continue'])
    assert.deepEqual(await statuses([head('GET', '/me/students', `Expect: ${value}`)], 1), [400]);
});

test('answers not_found to a UID with a line break, but 401 without a key', async () => {
  assert.equal((await service.call(undefined, 'GET', '/me/students/a%0Ab')).status, 401);
  assert.equal((await service.call(account.read, 'GET', '/me/students/a%0Ab')).body.error.code, 'not_found');
});

test('sends Allow for a percent-encoded path', async () => {
  const answer = await fetch(`${service.url}/v1/me/student%73`, { method: 'PUT' });
  assert.deepEqual([answer.status, answer.headers.get('allow')], [404, 'GET, POST']);
});
