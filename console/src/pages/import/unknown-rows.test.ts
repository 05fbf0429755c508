import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type RosterFormat,
  readRoster,
  type WritableFormat,
  writeRoster,
} from '../../../../client/formats/index.ts';
import { applyRegistration } from '../../../../contract/state-rules.ts';
import { shippedCatalogue } from '../../../../server/catalogue/catalogue.ts';
import { listUnknownRows } from './unknown-rows.ts';

const catalogue = JSON.parse(shippedCatalogue().json);
const uids = new Set(catalogue.students.map(({ studentUid }: { studentUid: string }) => studentUid));
const isKnown = (uid: string) => uids.has(uid);

const UNKNOWN = '99151';
const STATE = {
  studentUid: UNKNOWN,
  ...applyRegistration(undefined, { tier: 4, weaponTier: 0, level: 12 }),
};
const written = (format: WritableFormat) => writeRoster([STATE], { format });

const TEXTS: Record<RosterFormat, string> = {
  json: written('json'),
  csv: written('csv'),
  schaledb: written('schaledb'),
  planner: written('planner'),
  'ba-torment': written('ba-torment'),
  account: JSON.stringify({ exportedAt: '2026-11-01T00:00:00.000Z', students: [STATE] }),
  yuzutrends: JSON.stringify({
    globalPlans: [{ studentId: UNKNOWN, current: { star: 4, uw: 0, level: 12 } }],
  }),
  'ba-scanner': JSON.stringify({
    characters: [{ id: UNKNOWN, name: 'Anna', current: { star: 4, ue: 0, level: 12 } }],
  }),
  'planner-of-plana': JSON.stringify({
    ...{ format: 'ba_planner_state', version: 1 },
    students: [
      {
        student_id: 'anna',
        display_name: '안나',
        student_star: 4,
        level: 12,
        weapon_state: 'no_weapon_system',
      },
    ],
  }),
  eriduops: JSON.stringify({
    userData: {
      forms: {
        a: {
          studentId: UNKNOWN,
          isOwned: true,
          gradeLevels: { current: 4 },
          characterLevels: { current: 12 },
        },
      },
    },
  }),
  sheet: '이름,성급,레벨\n안나,4,12\n',
};

for (const [format, text] of Object.entries(TEXTS))
  test(`a student whom the catalogue lacks is kept from a text of ${format}`, () => {
    const roster = readRoster(text, { catalogue });
    assert.equal(roster.format, format);
    const rows = listUnknownRows(roster.students, isKnown, { lower: false });
    const [[key, row] = []] = Object.entries(rows);
    assert.equal(Object.keys(rows).length, 1);
    assert.equal(key, ['planner-of-plana', 'sheet'].includes(format) ? '안나' : UNKNOWN);
    assert.equal(row?.tier, 4);
    if (format !== 'ba-torment') assert.equal(row?.level, 12);
    assert.ok(!('studentUid' in (row ?? {})));
  });

for (const [title, text] of [
  ['a sheet of names', '이름,레벨\n안나,12\n'],
  ['a sheet of UIDs', `UID,이름,레벨\n${UNKNOWN},안나,12\n`],
  [
    'EriduOps',
    JSON.stringify({
      userData: { forms: { a: { studentId: UNKNOWN, isOwned: true, characterLevels: { current: 12 } } } },
    }),
  ],
])
  test(`a row without stars is kept from ${title}: her own are not known yet`, () => {
    const { students } = readRoster(text ?? '', { catalogue });
    const rows = Object.values(listUnknownRows(students, isKnown, { lower: false }));
    assert.deepEqual(
      rows.map(({ level, tier }) => [level, tier]),
      [[12, undefined]],
    );
  });

test('neither known students nor ambiguous names nor rows that say nothing are kept', () => {
  const text = JSON.stringify({
    rollbook: 1,
    students: [
      { studentUid: '10000', tier: 3, weaponTier: 0 },
      { tier: 3, weaponTier: 0 },
      { studentUid: 'x'.repeat(101), tier: 3, weaponTier: 0 },
    ],
  });
  const { students } = readRoster(text, { catalogue });
  assert.deepEqual(listUnknownRows(students, isKnown, { lower: false }), {});
});

test('a row of defaults is kept only where such rows are taken', () => {
  const text = JSON.stringify({
    exportVersion: 2,
    characters: [
      {
        id: UNKNOWN,
        current: {
          star: '3',
          ue: '0',
          level: '1',
          ex: '1',
          basic: '1',
          passive: '1',
          sub: '1',
          gear1: '0',
          gear2: '0',
          gear3: '0',
          bond: '1',
        },
      },
    ],
  });
  const { students } = readRoster(text, { catalogue });
  assert.ok(students[0]?.untouched !== undefined);
  const count = (lower: boolean) => Object.keys(listUnknownRows(students, isKnown, { lower })).length;
  assert.deepEqual([count(false), count(true)], [0, 1]);
});
