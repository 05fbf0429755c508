import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SHIPPED_FACTS } from '../../../test/shipped-growth.ts';
import { bestItem, groupItems, ITEM_KINDS, isTiered } from './item-groups.ts';

test('items stand by kind, then school, then tier', () => {
  const sections = groupItems(SHIPPED_FACTS, ['4011', '3003', '3001', '3011', 'credits', '10010', 'e101001']);
  assert.deepEqual(
    sections.map(({ kind, groups }) => [kind, groups.map(({ group, itemIds }) => [group, ...itemIds])]),
    [
      ['currency', [[undefined, 'credits']]],
      ['eleph', [[undefined, '10010']]],
      [
        'disc',
        [
          ['hyakkiyako', '3001', '3003'],
          ['redwinter', '3011'],
        ],
      ],
      ['note', [['redwinter', '4011']]],
      ['blueprint', [['hat', 'e101001']]],
    ],
  );
});

test('every item of the game has a place, and tiered kinds have one item of each tier', () => {
  const all = Object.keys(SHIPPED_FACTS.items);
  const sections = groupItems(SHIPPED_FACTS, all);
  assert.deepEqual(
    sections.map(({ kind }) => kind),
    ITEM_KINDS,
  );
  const placed = sections.flatMap(({ groups }) => groups.flatMap(({ itemIds }) => itemIds));
  assert.deepEqual(placed.toSorted(), all.toSorted());
  for (const { kind, groups } of sections.filter((section) => isTiered(section.kind)))
    for (const { group, itemIds } of groups)
      assert.deepEqual(
        itemIds.map((id) => SHIPPED_FACTS.items[id]?.tier),
        [1, 2, 3, 4],
        `${kind} ${group}`,
      );
});

test('an item that the facts lack is left out', () => {
  assert.deepEqual(groupItems(SHIPPED_FACTS, ['none']), []);
});

test('experience is told in the best item of its kind', () => {
  assert.deepEqual(bestItem(SHIPPED_FACTS, 'report'), { itemId: '13', exp: 10_000 });
});
