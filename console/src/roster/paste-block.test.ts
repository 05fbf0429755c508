import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeCells, readCells } from './paste-block.ts';
import { makeEntry } from './test-entries.ts';

const STUDENTS = [
  makeEntry('1', {}, { name: '아루' }),
  makeEntry('2', {}, { name: '에이미' }),
  makeEntry('3', null, { name: '하루나' }),
];
const place = (text: string, field?: 'level' | 'bond') => {
  const { wanted, misnamed, rowsCut, columnsCut } = placeCells(readCells(text), STUDENTS, field);
  return {
    wanted: Object.fromEntries(wanted.map(({ entry, wanted: draft }) => [entry.student.studentUid, draft])),
    misnamed: misnamed.map(({ student }) => student.studentUid),
    rowsCut,
    columnsCut,
  };
};

test('cells go to the students below and the fields to the right, and an empty one leaves its value alone', () => {
  assert.deepEqual(place('90\t5\r\n\t3\r\n', 'level'), {
    wanted: { 1: { level: 90, skillEx: 5 }, 2: { skillEx: 3 } },
    misnamed: [],
    rowsCut: 0,
    columnsCut: 0,
  });
});

test('what stands outside the table is counted', () => {
  const { rowsCut, columnsCut, wanted } = place('1\t0\t9\n1\n1\n1\n1', 'bond');
  assert.deepEqual([rowsCut, columnsCut], [2, 1]);
  assert.deepEqual(wanted[1], { bond: 1, bondExp: 0 });
});

test('a column of names must be that of the students', () => {
  const { wanted, misnamed } = place('아루\t5\t2\nHaruna\t3\t0\n3\t1');
  assert.deepEqual(wanted, { 1: { tier: 5, weaponTier: 2 }, 3: { tier: 1 } });
  assert.deepEqual(misnamed, ['2']);
  assert.deepEqual(place('5\t1').wanted, { 1: { tier: 5, weaponTier: 1 } });
});

test('numbers are read as players write them, and what is none is not lost', () => {
  assert.deepEqual(place('Lv.90\t–\t10.0\tT7', 'level').wanted[1], {
    level: 90,
    skillNormal: 10,
    skillEnhanced: 7,
  });
  assert.deepEqual(place('1,234', 'bond').wanted[1], { bond: 1234 });
  assert.ok(Number.isNaN(place('max', 'level').wanted[1]?.level));
});

test('a block of more rows than a function takes arguments is placed', () => {
  const cells = Array.from({ length: 200_000 }, () => ['1']);
  assert.equal(placeCells(cells, [], 'level').rowsCut, 200_000);
});
