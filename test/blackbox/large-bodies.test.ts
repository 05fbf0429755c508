import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Account } from '../service.ts';
import { until } from '../until.ts';
import { useProcess } from '../use-service.ts';
import { Connection, requestText } from './raw-connection.ts';

const MIB = 1_048_576;
const SMALL = 16_384;
const MAX_HELD = 8;
/** Mebibytes: more than all bodies under way may hold together. */
const ANNOUNCED = 268;
const AT_ONCE = 67;
const STUDENT = { studentUid: '10010', tier: 5, weaponTier: 2 };
const PATHS = ['/v1/me/students', '/mcp'];

const service = await useProcess({ env: { ROLLBOOK_TRUSTED_PROXIES: '127.0.0.1' } });

const bearer = ({ write }: Account) => ({ Authorization: `Bearer ${write}` });
const isAnswered = (connection: Connection) => connection.left() !== '';

function open(path: string, headers: Record<string, string>): Connection {
  const connection = new Connection(service.url);
  const announced = {
    Host: new URL(service.url).host,
    'Content-Type': 'application/json',
    'Content-Length': `${MIB}`,
  };
  connection.send(requestText('POST', path, { ...announced, ...headers }));
  return connection;
}

/** A student in a body of exactly 1 MiB. */
const largeStudent = (studentUid: string) => JSON.stringify({ ...STUDENT, studentUid }).padEnd(MIB);
const registerLarge = async ({ write }: Account, studentUid: string): Promise<number> =>
  (await service.call(write, 'POST', '/me/students', largeStudent(studentUid))).status;

test('an account has at most 8 MiB of large bodies under way, in /v1 and /mcp together', async () => {
  const [greedy, other] = [await service.account(), await service.account()];
  // Each lacks its last byte.
  const bodies = Array.from({ length: 2 * MAX_HELD }, (_, i) =>
    open(PATHS[i % PATHS.length] as string, bearer(greedy)),
  );
  for (const body of bodies) body.send(' '.repeat(MIB - 1));
  await until('all that has no room is refused', () => bodies.filter(isAnswered).length >= MAX_HELD);
  assert.equal((await service.call(greedy.write, 'POST', '/me/students', STUDENT)).status, 201);
  assert.equal(await registerLarge(other, '10000'), 201);
  for (const refused of bodies.filter(isAnswered)) {
    const { status, headers, body } = await refused.answer();
    assert.deepEqual([status, body.error.code, headers.get('retry-after')], [503, 'unavailable', '1']);
  }
  for (const body of bodies) body.close();
  await until(
    'the share of closed connections is free',
    async () => (await registerLarge(greedy, '10000')) !== 503,
  );
});

test('what is announced takes no room before it has arrived', async () => {
  const account = await service.account();
  const announce = async () => {
    const connection = open('/v1/me/students', { ...bearer(account), Expect: '100-continue' });
    await connection.continued();
    connection.send(' ');
    return connection;
  };
  const announced: Connection[] = [];
  // So few at once are never an overload.
  while (announced.length < ANNOUNCED)
    announced.push(...(await Promise.all(Array.from({ length: AT_ONCE }, announce))));
  assert.equal(await registerLarge(account, '10010'), 201);
  assert.ok(!announced.some(isAnswered));
  for (const connection of announced) connection.close();
});

for (const [path, type] of [
  ['/console/api/recover', 'application/json'],
  ['/oauth/token', 'application/x-www-form-urlencoded'],
  ['/oauth/register', 'application/json'],
] as const)
  test(`before authentication a body of ${path} has at most 16 KiB, whether or not its length is announced`, async () => {
    const from = {
      Host: new URL(service.url).host,
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': type,
    };
    const chunk = `${(SMALL + 1).toString(16)}\r\n${' '.repeat(SMALL + 1)}\r\n`;
    for (const [framing, sent] of [
      [{ 'Content-Length': `${SMALL + 1}` }, ''],
      [{ 'Transfer-Encoding': 'chunked' }, chunk],
    ] as const) {
      const connection = new Connection(service.url);
      connection.send(requestText('POST', path, { ...from, ...framing }) + sent);
      const { status, text } = await connection.answer();
      assert.equal(status, 400, text);
      connection.close();
    }
  });

test('a body of 16 KiB is read before authentication', async () => {
  const connection = new Connection(service.url);
  const headers = {
    Host: new URL(service.url).host,
    'Sec-Fetch-Site': 'same-origin',
    'Content-Type': 'application/json',
  };
  const body = JSON.stringify({ code: 'wrong' }).padEnd(SMALL);
  connection.send(requestText('POST', '/console/api/recover', headers, body));
  assert.equal((await connection.answer()).status, 401);
  connection.close();
});

test('a chunked body is small until it is not', async () => {
  const { write } = await service.account();
  await service.call(write, 'POST', '/me/students', STUDENT);
  const head = requestText('PATCH', '/v1/me/students/10010', {
    Host: new URL(service.url).host,
    Authorization: `Bearer ${write}`,
    'Content-Type': 'application/json',
    'Transfer-Encoding': 'chunked',
  });
  const held = Array.from({ length: 2 * MAX_HELD }, () => new Connection(service.url));
  for (const connection of held) connection.send(`${head}b\r\n{"level":9 \r\n`);
  for (const connection of held) connection.send('1\r\n}\r\n0\r\n\r\n');
  for (const connection of held) assert.equal((await connection.answer()).status, 200);
  const size = MIB - 1;
  const large = `${size.toString(16)}\r\n${' '.repeat(size)}\r\n`;
  for (const connection of held) connection.send(head + large);
  await until('at most eight are held', () => held.filter(isAnswered).length >= MAX_HELD);
  for (const connection of held.filter(isAnswered)) assert.equal((await connection.answer()).status, 503);
  for (const connection of held) connection.close();
});
