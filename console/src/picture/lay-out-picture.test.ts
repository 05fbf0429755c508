import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CardContent } from './card-content.ts';
import {
  type CardKind,
  type CardSize,
  layOutPicture as layOut,
  type PictureFormat,
} from './lay-out-picture.ts';

// Its types are those of a browser.
const { measureCard }: { measureCard: (kind: CardKind, contents: CardContent[]) => CardSize } = await import(
  new URL('cards.ts', import.meta.url).href
);

const NOTHING: CardContent = {
  ...{ studentUid: '10000', name: '아루', costume: '', letters: '아루' },
  ...{ kind: '', marks: [], facts: [], rows: {} },
};
const ROW = { label: { ko: '스킬', en: 'Skills' }, values: [], text: '10/10/10' };
const GROWTH: CardContent = {
  ...NOTHING,
  costume: '새해',
  kind: '딜러 · 게헨나',
  marks: [{ code: 'explosive', letter: '폭', isArmor: false }],
  facts: [{ label: { ko: '레벨', en: 'Level' }, text: '90', isHighest: true }],
  rows: { skills: ROW, gear: ROW, ability: ROW },
};
const EVERYTHING: CardContent = { ...GROWTH, wanted: { level: 90 } };

const layOutPicture = (count: number, format: PictureFormat, content: CardContent) =>
  layOut(count, format, (kind) => measureCard(kind, [content]));

/** Beyond the students of the game. */
const MOST = 330;
const counts = Array.from({ length: MOST }, (_, place) => place + 1);

const kindsOf = (format: PictureFormat, content: CardContent, numbers = counts) => [
  ...new Set(numbers.map((count) => layOutPicture(count, format, content).kind)),
];

test('every student has a place inside the picture, and no two overlap', () => {
  for (const format of ['wide', 'tall'] as const)
    for (const content of [NOTHING, GROWTH, EVERYTHING])
      for (const count of counts) {
        const { width, height, card, places } = layOutPicture(count, format, content);
        assert.equal(places.length, count);
        for (const [at, { x, y }] of places.entries()) {
          const name = `${at} of ${count}, ${format}`;
          assert.ok(x >= 20 && x + card.width <= width - 20 + 1e-6, name);
          assert.ok(y >= 90 && y + card.height <= height - 20 + 1e-6, name);
          const next = places[at + 1];
          if (next === undefined) continue;
          const isBeside = next.y === y && next.x >= x + card.width;
          assert.ok(isBeside || next.y >= y + card.height, name);
        }
      }
});

test('a wide picture has the size that chats show, and a tall one is as high as it needs', () => {
  for (const count of counts) {
    const wide = layOutPicture(count, 'wide', GROWTH);
    assert.deepEqual([wide.width, wide.height], [1200, 630]);
    const { width, height, places, card } = layOutPicture(count, 'tall', EVERYTHING);
    assert.equal(width, 1080);
    assert.ok(height <= 6000, `${count}: ${height}`);
    const end = Math.max(...places.map(({ y }) => y + card.height));
    assert.ok(height - end < 40, `${count}: ${height} after ${end}`);
  }
});

test('the more students, the less of each, and what is written can be read', () => {
  assert.deepEqual(kindsOf('wide', GROWTH), ['full', 'compact', 'tile', 'named', 'face']);
  assert.deepEqual(kindsOf('tall', GROWTH), ['full', 'compact', 'tile']);
  for (const format of ['wide', 'tall'] as const)
    for (const count of counts) {
      const { kind, scale } = layOutPicture(count, format, GROWTH);
      assert.ok(kind === 'face' || scale >= 1, `${count} ${format}: ${scale}`);
    }
});

test('up to twelve students have all their values in a wide picture, and 265 at least their face', () => {
  assert.deepEqual(kindsOf('wide', GROWTH, counts.slice(0, 12)), ['full']);
  const { kind, scale } = layOutPicture(265, 'wide', GROWTH);
  assert.equal(kind, 'face');
  assert.ok(scale * measureCard('face', [GROWTH]).width >= 40);
});

test('fewer students have larger cards', () => {
  for (const format of ['wide', 'tall'] as const)
    for (const count of counts.slice(0, 12)) {
      const { kind, scale } = layOutPicture(count, format, GROWTH);
      const next = layOutPicture(count + 1, format, GROWTH);
      assert.ok(next.kind !== kind || next.scale <= scale, `${count}, ${format}`);
    }
});
