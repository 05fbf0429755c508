import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Account } from '../service.ts';
import { until } from '../until.ts';
import { useService } from '../use-service.ts';
import { Connection, requestText } from './raw-connection.ts';

const MIB = 1_048_576;
const MAX_HELD = 8;

const service = await useService({ env: { ROLLBOOK_TRUSTED_PROXIES: '127.0.0.1' } });

/** Announces a body of 1 MiB and returns once it is asked for or refused. */
async function announce(path: string, headers: Record<string, string>): Promise<Connection> {
  const connection = new Connection(service.url);
  const announced = {
    Host: new URL(service.url).host,
    'Content-Type': 'application/json',
    'Content-Length': `${MIB}`,
    Expect: '100-continue',
  };
  connection.send(requestText('POST', path, { ...announced, ...headers }));
  await until('it is asked for or refused', () => connection.left() !== '');
  return connection;
}

const isAdmitted = (connection: Connection) => connection.left().startsWith('HTTP/1.1 100 ');

/** Checks that eight bodies are held for a caller, on whichever of the paths, and that another has a share too. */
async function assertBounded(
  paths: readonly string[],
  greedy: Record<string, string>,
  other: Record<string, string>,
): Promise<void> {
  const pathOf = (index: number) => paths[index % paths.length] as string;
  const held = await Promise.all(Array.from({ length: MAX_HELD }, (_, i) => announce(pathOf(i), greedy)));
  assert.ok(held.every(isAdmitted));
  for (const path of paths) {
    const refused = await announce(path, greedy);
    const { status, headers, body } = await refused.answer();
    assert.deepEqual([status, body.error.code, headers.get('retry-after')], [503, 'unavailable', '1']);
    const admitted = await announce(path, other);
    assert.ok(isAdmitted(admitted), 'the share of another caller was taken');
    for (const connection of [refused, admitted]) connection.close();
  }
  held.pop()?.close();
  await until('the share of a closed connection is free', async () => {
    const connection = await announce(pathOf(0), greedy);
    connection.close();
    return isAdmitted(connection);
  });
  for (const connection of held) connection.close();
}

test('an account has at most 8 MiB of large bodies under way, in /v1 and /mcp together', async () => {
  const bearer = ({ write }: Account) => ({ Authorization: `Bearer ${write}` });
  const [greedy, other] = [await service.account(), await service.account()];
  const held = Array.from({ length: MAX_HELD }, () => announce('/v1/me/students', bearer(greedy)));
  assert.ok((await Promise.all(held)).every(isAdmitted));
  const small = { studentUid: '10010', tier: 5, weaponTier: 2 };
  assert.equal((await service.call(greedy.write, 'POST', '/me/students', small)).status, 201);
  for (const connection of await Promise.all(held)) connection.close();
  const another = await service.account();
  await assertBounded(['/v1/me/students', '/mcp'], bearer(another), bearer(other));
});

test('before authentication an address has at most 8 MiB of large bodies under way', async () => {
  const from = (address: string) => ({ 'Sec-Fetch-Site': 'same-origin', 'X-Forwarded-For': address });
  await assertBounded(['/console/api/recover'], from('192.0.2.1'), from('192.0.2.2'));
});

test('a chunked body is small until it is not', async () => {
  const { write } = await service.account();
  await service.call(write, 'POST', '/me/students', { studentUid: '10010', tier: 5, weaponTier: 2 });
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
  const large = `4001\r\n${' '.repeat(0x4001)}\r\n`;
  for (const connection of held) connection.send(`${head}${large}`);
  const isAnswered = (connection: Connection) => connection.left() !== '';
  await until('eight are held', () => held.filter(isAnswered).length === MAX_HELD);
  for (const connection of held.filter(isAnswered)) assert.equal((await connection.answer()).status, 503);
  for (const connection of held) connection.close();
});
