import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { createGzip, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { detectFormat, RosterFormatError, readRoster, unpackText } from './index.ts';
import { MAX_UNPACKED_BYTES } from './packed-text.ts';

const json = JSON.stringify({
  format: 'ba_planner_state',
  version: 1,
  students: [],
  meta: { name: '선생님' },
});
const pack = (text: string | Buffer) => `BAPSTATE1:${gzipSync(text).toString('base64url')}`;

test('unpacks a text with or without its prefix, in either Base64, in lines and after a byte order mark', async () => {
  const packed = pack(json);
  const [, body = ''] = packed.split(':');
  for (const text of [
    packed,
    body,
    `\uFEFF ${packed}\n`,
    `BAPSTATE1:${Buffer.from(body, 'base64url').toString('base64')}`,
    packed.replace(/.{40}/g, '$&\r\n'),
  ]) {
    assert.equal(await unpackText(text), json, text);
    assert.throws(() => readRoster(text), /unpackText/);
    assert.equal(detectFormat(text), undefined);
  }
  assert.equal(detectFormat(await unpackText(packed)), 'planner-of-plana');
});

test('gives any other text back as it is', async () => {
  for (const text of [
    '',
    ' \n',
    '{"students":[]}',
    'eyJhIjoxfQ==',
    'H4sI,tier\n1,3',
    'studentUid,tier,weaponTier\n',
  ])
    assert.equal(await unpackText(text), text);
});

test('a text that is cut off, changed or not compressed is refused', async () => {
  const packed = pack(json);
  const middle = packed.length / 2;
  for (const text of [
    packed.slice(0, -12),
    packed.slice(0, 20),
    'BAPSTATE1:',
    'BAPSTATE1:x',
    'BAPSTATE1:*',
    'H4sIAAAAAAAAA',
    `BAPSTATE1:${Buffer.from(json).toString('base64url')}`,
    packed.slice(0, middle) + (packed[middle] === 'A' ? 'B' : 'A') + packed.slice(middle + 1),
    pack(Buffer.from([0xff, 0xfe, 0x80])),
  ])
    await assert.rejects(unpackText(text), {
      name: 'RosterFormatError',
      en: /planner_of_plana text is not valid/,
    });
});

test('a text is unpacked up to 4 MB and no further', async () => {
  assert.equal((await unpackText(pack('x'.repeat(MAX_UNPACKED_BYTES)))).length, MAX_UNPACKED_BYTES);
  const tooLarge = { name: 'RosterFormatError', en: /limit is 4 MB/ };
  await assert.rejects(unpackText(pack('x'.repeat(MAX_UNPACKED_BYTES + 1))), tooLarge);
  await assert.rejects(unpackText(`BAPSTATE1:${'A'.repeat(7 * 1024 * 1024)}`), tooLarge);
});

/** Compressed a thousandfold. */
async function packZeros(megabytes: number): Promise<string> {
  const gzip = createGzip();
  const zeros = Buffer.alloc(1024 * 1024);
  Readable.from(Array.from({ length: megabytes }, () => zeros)).pipe(gzip);
  return `BAPSTATE1:${(await buffer(gzip)).toString('base64url')}`;
}

test('of a text that would fill the memory, little more than the limit is unpacked', async (t) => {
  const bomb = await packZeros(512);
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }, 1);
  t.after(() => clearInterval(timer));
  await assert.rejects(unpackText(bomb), {
    en: 'The text is too large once it is unpacked. The limit is 4 MB.',
  });
  assert.ok(most < 64 * 1024 * 1024, `${most} bytes`);
});
test('any text is unpacked, given back or refused', async () => {
  const packed = pack(json);
  const edited = fc
    .tuple(fc.nat(packed.length), fc.nat(20), fc.string({ unit: 'binary', maxLength: 20 }))
    .map(([at, removed, piece]) => packed.slice(0, at) + piece + packed.slice(at + removed));
  await fc.assert(
    fc.asyncProperty(fc.oneof(edited, fc.string({ unit: 'binary' })), async (text) => {
      try {
        await unpackText(text);
      } catch (error) {
        assert.ok(error instanceof RosterFormatError, `${error}`);
      }
    }),
    { numRuns: 200 },
  );
});
