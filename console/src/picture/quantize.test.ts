import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countColors } from './color-counts.ts';
import { type IndexedPixels, quantize } from './quantize.ts';

const toPixels = (colors: readonly (readonly number[])[]): Uint8ClampedArray =>
  Uint8ClampedArray.from(colors.flatMap((color) => [...color, 255]));

const colorsOf = ({ palette, indexes }: IndexedPixels) =>
  Array.from(indexes, (place) => [...palette.subarray(3 * place, 3 * place + 3)]);

const reduce = (colors: readonly (readonly number[])[], most: number) =>
  quantize(countColors(toPixels(colors)), most);

test('an image of few colours stays as it is', () => {
  const colors = [
    [0, 0, 0],
    [245, 248, 251],
    [15, 95, 184],
    [0, 0, 0],
  ];
  const image = reduce(colors, 256);
  assert.deepEqual(colorsOf(image), colors);
  assert.equal(image.palette.length, 9);
});

test('similar colours become one, and different ones stay apart', () => {
  const reds = [
    [250, 0, 0],
    [240, 8, 0],
    [236, 0, 8],
  ];
  const blues = [
    [0, 0, 250],
    [0, 9, 240],
  ];
  const image = reduce([...reds, ...blues], 2);
  const [red, blue] = [colorsOf(image)[0], colorsOf(image)[3]];
  assert.deepEqual(colorsOf(image), [red, red, red, blue, blue]);
  assert.deepEqual(red, [242, 3, 3]);
  assert.deepEqual(blue, [0, 5, 245]);
});

test('a palette has as many colours as it may, each pixel the nearest of them', () => {
  const colors = Array.from({ length: 4096 }, (_, at) => [
    (at * 37) % 256,
    (at * 101) % 256,
    (at * 11) % 256,
  ]);
  const errors = [2, 16, 256].map((most) => {
    const image = reduce(colors, most);
    assert.equal(image.palette.length, 3 * most);
    const shown = colorsOf(image);
    const distance = (a: readonly number[], b: readonly number[]) =>
      Math.hypot(...[0, 1, 2].map((at) => (a[at] ?? 0) - (b[at] ?? 0)));
    return Math.max(...colors.map((color, at) => distance(color, shown[at] ?? [])));
  });
  const [two = 0, sixteen = 0, all = 0] = errors;
  assert.ok(two > sixteen && sixteen > all && all < 50, String(errors));
});

test('a gray image of one colour has one', () => {
  assert.deepEqual([...reduce([[7, 7, 7]], 256).palette], [7, 7, 7]);
});
