import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type GameServer,
  hasFavouriteItem,
  isNewStudent,
  isReleased,
  type StudentAttributes,
} from './attributes.ts';

const TODAY = Date.parse('2026-11-24');

const cases: [string, StudentAttributes, Record<GameServer, boolean>][] = [
  ['a student of whom nothing is known', {}, { jp: true, global: true }],
  [
    'a student who is out on both servers',
    { released: '2025-01-01', releasedGlobal: '2025-07-01' },
    { jp: true, global: true },
  ],
  [
    'a student who comes out tomorrow',
    { released: '2026-11-25', releasedGlobal: '2026-11-25' },
    { jp: false, global: false },
  ],
  [
    'a student who came out in Japan lately',
    { released: '2026-05-27', releasedGlobal: null },
    { jp: true, global: false },
  ],
  [
    'a student who came out in Japan long ago',
    { released: '2025-08-20', releasedGlobal: null },
    { jp: true, global: true },
  ],
  ['a new student without any day', { released: null, releasedGlobal: null }, { jp: true, global: false }],
  [
    'a new student who is out on global since a day that is not known',
    { released: '2026-05-27', releasedGlobal: null, outGlobal: true },
    { jp: true, global: true },
  ],
];
for (const [title, attributes, expected] of cases)
  test(`${title} counts as out where that is likely`, () =>
    assert.deepEqual(
      { jp: isReleased(attributes, 'jp', TODAY), global: isReleased(attributes, 'global', TODAY) },
      expected,
    ));

test('whether a student has a favourite item depends on the server, and may not be known', () => {
  assert.equal(hasFavouriteItem({}, 'jp'), undefined);
  assert.equal(hasFavouriteItem({ special: null }, 'jp'), false);
  assert.deepEqual(
    (['jp', 'global'] as const).map((server) => hasFavouriteItem({ special: { servers: ['jp'] } }, server)),
    [true, false],
  );
});

const OUT_LONG_AGO = { released: '2025-01-01', releasedGlobal: '2025-07-01' };
const DAY_UNKNOWN = { released: null };
for (const [title, student, expected] of [
  ['who came out long ago', { attributes: OUT_LONG_AGO }, { jp: false, global: false }],
  [
    'who came out in Japan thirteen days ago',
    { attributes: { released: '2026-06-01', releasedGlobal: null } },
    { jp: true, global: false },
  ],
  [
    'who came out in Japan fourteen days ago',
    { attributes: { released: '2026-05-31', releasedGlobal: null } },
    { jp: false, global: false },
  ],
  [
    'who is out on the global server since today',
    { attributes: { released: '2025-12-01', releasedGlobal: '2026-06-14' } },
    { jp: false, global: true },
  ],
  [
    'who comes out tomorrow',
    { attributes: { released: '2026-06-15', releasedGlobal: null }, added: '2026-06-10' },
    { jp: false, global: false },
  ],
  [
    'of whom the catalogue learned late',
    { attributes: OUT_LONG_AGO, added: '2026-06-10', addedGlobal: '2026-06-10' },
    { jp: true, global: true },
  ],
  [
    'who was added long ago and is out on the global server for some days, nobody says since when',
    { attributes: DAY_UNKNOWN, added: '2025-12-20', addedGlobal: '2026-06-10' },
    { jp: false, global: true },
  ],
  [
    'who was in the first catalogue, out nobody says since when',
    { attributes: DAY_UNKNOWN },
    { jp: false, global: false },
  ],
] as const)
  test(`a student ${title} is new on ${JSON.stringify(expected)}`, () =>
    assert.deepEqual(
      {
        jp: isNewStudent(student, 'jp', Date.parse('2026-06-14')),
        global: isNewStudent(student, 'global', Date.parse('2026-06-14')),
      },
      expected,
    ));
