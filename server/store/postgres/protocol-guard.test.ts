import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MessageCheck, ProtocolError } from './protocol-guard.ts';

function message(type: string, body: string, length = 4 + Buffer.byteLength(body)): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeUInt32BE(length, 1);
  return Buffer.concat([head, Buffer.from(body)]);
}

const LOGIN = Buffer.concat([message('R', '\0\0\0\0'), message('K', '12345678'), message('Z', 'I')]);
const ANSWER = Buffer.concat([
  ...['1', '2', 'n'].map((type) => message(type, '')),
  message('T', '\0\0'),
  message('D', 'x'.repeat(100_000)),
  message('C', 'SELECT 1\0'),
  message('Z', 'I'),
  message('N', 'SNOTICE\0\0'),
  message('E', 'SERROR\0C42601\0\0'),
]);
const read = (check: MessageCheck, bytes: Buffer, at: number) => {
  for (let from = 0; from < bytes.length; from += at) check.read(bytes.subarray(from, from + at));
};

test('what PostgreSQL says is let through, wherever the network divides it', () => {
  for (const at of [1, 2, 3, 4, 5, 6, 7, 11, 1_000, 1_000_000]) {
    const check = new MessageCheck();
    read(check, Buffer.concat([LOGIN, ANSWER, ANSWER]), at);
  }
});

for (const [what, bytes] of [
  ['a kind that is not known', message('x', '')],
  ['a length that does not count itself', message('Z', '', 3)],
  ['a row of a gigabyte', message('D', '', 2 ** 30)],
  ['an error of two megabytes', message('E', '', 2 ** 21)],
  ['a tag of 30,001 bytes', message('C', '', 30_001)],
  ['an error without an end', message('E', 'SERROR\0')],
  ['an error of nothing', message('E', '')],
  ['a request for the password after the login', message('R', '\0\0\0\x03')],
] as const)
  test(`${what} is refused, wherever the network divides it`, () => {
    for (const at of [1, 2, 5, 1_000]) {
      const check = new MessageCheck();
      read(check, Buffer.concat([LOGIN, ANSWER]), at);
      assert.throws(() => read(check, bytes, at), ProtocolError);
    }
  });
