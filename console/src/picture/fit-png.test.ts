import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitPng } from './fit-png.ts';

const SIDE = 128;
let state = 1;
const noise = Uint8ClampedArray.from({ length: SIDE * SIDE * 4 }, (_, at) => {
  state = (state * 1664525 + 1013904223) % 2 ** 32;
  return at % 4 === 3 ? 255 : state / 2 ** 24;
});
const image = { data: noise, width: SIDE, height: SIDE };

const countPalette = (png: Uint8Array): number => {
  const bytes = Buffer.from(png);
  return bytes.readUInt32BE(bytes.indexOf('PLTE') - 4) / 3;
};

test('an image has as many colours as fit into the bytes', async () => {
  const counts = [];
  for (const bytes of [20_000, 10_000, 7_500]) {
    const png = await fitPng(image, bytes);
    assert.ok(png !== undefined && png.length <= bytes);
    counts.push(countPalette(png));
  }
  const [first = 0, second = 0, third = 0] = counts;
  assert.ok(first === 256 && second < first && third < second && third > 2, String(counts));
});

test('an image that two colours leave too large has none', async () => {
  assert.equal(await fitPng(image, 1_000), undefined);
});
