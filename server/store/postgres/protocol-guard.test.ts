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
const RESPONSE = Buffer.concat([
  ...['1', '2', 'n'].map((type) => message(type, '')),
  message('T', '\0\0'),
  message('D', 'x'.repeat(100_000)),
  message('C', 'SELECT 1\0'),
  message('Z', 'I'),
  message('N', 'SNOTICE\0\0'),
  message('E', 'SERROR\0C42601\0\0'),
]);
const readChunks = (check: MessageCheck, bytes: Buffer, size: number) => {
  for (let start = 0; start < bytes.length; start += size) check.read(bytes.subarray(start, start + size));
};

test('valid PostgreSQL messages are accepted, in chunks of any size', () => {
  for (const size of [1, 2, 3, 4, 5, 6, 7, 11, 1_000, 1_000_000]) {
    const check = new MessageCheck();
    readChunks(check, Buffer.concat([LOGIN, RESPONSE, RESPONSE]), size);
  }
});

for (const [name, bytes] of [
  ['an unknown message type', message('x', '')],
  ['a length below 4', message('Z', '', 3)],
  ['a row of a gigabyte', message('D', '', 2 ** 30)],
  ['an error of two megabytes', message('E', '', 2 ** 21)],
  ['a command tag of 30,001 bytes', message('C', '', 30_001)],
  ['an error without its final zero byte', message('E', 'SERROR\0')],
  ['an empty error', message('E', '')],
  ['a request for the password after the login', message('R', '\0\0\0\x03')],
] as const)
  test(`${name} is rejected, in chunks of any size`, () => {
    for (const size of [1, 2, 5, 1_000]) {
      const check = new MessageCheck();
      readChunks(check, Buffer.concat([LOGIN, RESPONSE]), size);
      assert.throws(() => readChunks(check, bytes, size), ProtocolError);
    }
  });
