import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JUNE } from '../../test/catalogue-step.ts';
import { Catalogue } from './catalogue.ts';
import { completeData, shippedData } from './catalogue-data.ts';
import { formatCatalogue } from './catalogue-text.ts';
import { readCatalogue } from './read-catalogue.ts';

const shipped = shippedData();
const [first] = shipped.students;
const { terrain } = first?.attributes ?? {};

test('what a file says beyond the known fields of attributes, items and labels is not stored', () => {
  const other = { other: [[]] };
  const data = completeData(
    {
      students: [
        {
          ...first,
          attributes: { terrain: { ...terrain, ...other }, special: { servers: ['jp'], ...other } },
        },
      ],
      items: { 777: { kind: 'gift', names: { ko: '선물' }, ...other } },
      labels: { club: { 'new-club': { ko: '새 동아리', ja: '新', en: 'New', ...other } } },
    },
    shipped,
  );
  const { attributes } = data.students[0] ?? {};
  assert.deepEqual([attributes?.terrain, attributes?.special], [terrain, { servers: ['jp'] }]);
  assert.deepEqual(data.items[777], { kind: 'gift', names: { ko: '선물' } });
  assert.deepEqual(data.labels.club['new-club'], { ko: '새 동아리', ja: '新', en: 'New' });
});

test('who is out on global on an unknown day is so too where a file or another Rollbook has told it', async () => {
  const exported = JSON.parse(formatCatalogue(shipped));
  const served = JSON.parse(Catalogue.build(shipped).json);
  for (const data of [exported, served]) {
    const read = await readCatalogue([{ name: 'file', folder: '', data }], JUNE);
    const attributes = new Map(read.data.students.map(({ uid, attributes }) => [uid, attributes]));
    assert.equal(attributes.get('13011')?.outGlobal, true);
    for (const { uid, attributes: told } of shipped.students)
      assert.deepEqual(attributes.get(uid), told, uid);
  }
});

test('items and labels that come with one file after another have a limit', () => {
  const items = (from: number) =>
    Object.fromEntries(
      Array.from({ length: 10_000 }, (_, i) => [`item-${from + i}`, { kind: 'gift', names: {} }]),
    );
  const full = completeData({ students: shipped.students, items: items(0) }, shipped);
  assert.throws(
    () => completeData({ students: shipped.students, items: items(10_000) }, full),
    /A catalogue may have 20000 items, and this one has 206\d\d\./,
  );
  const club = Object.fromEntries(
    Array.from({ length: 3_000 }, (_, i) => [`club-${i}`, { ko: '가', ja: 'か', en: 'a' }]),
  );
  assert.throws(
    () => completeData({ students: shipped.students, labels: { club } }, shipped),
    /A catalogue may have 3000 labels\.club, and this one has 3\d{3}\./,
  );
});

test('a UID, an item or a group that is called as what every object has is refused', () => {
  const name = 'constructor';
  const student = { uid: name, names: { ko: '가', ja: 'か', en: 'a' } };
  assert.throws(() => completeData([student], shipped), /uid must be/);
  const { students } = shipped;
  assert.throws(
    () => completeData({ students, items: { [name]: { kind: 'gift', names: {} } } }, shipped),
    /Catalogue items must be an object of 20000 codes at most/,
  );
  assert.throws(
    () => completeData({ students, items: { 777: { kind: 'part', names: {}, group: name } } }, shipped),
    /Catalogue item 777 must/,
  );
});

test('attributes and growth that are no objects are refused', () => {
  for (const [field, value] of [
    ['attributes', 'abc'],
    ['attributes', [1]],
    ['growth', 5],
    ['growth', null],
  ] as const)
    assert.throws(
      () => completeData([{ ...first, [field]: value }], shipped),
      new RegExp(`uid 10000\\): ${field} must be an object`),
    );
});
