import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StudentPatch } from '../../../contract/state-fields.ts';
import { planBulkChange, planChanges } from './bulk-change.ts';
import { makeEntry, uidsOf } from './test-entries.ts';

const ROSTER = [
  makeEntry('low', { level: 10 }),
  makeEntry('unknown', {}),
  makeEntry('high', { level: 50 }),
  makeEntry('absent', null),
];

const planAll = (
  entries: Parameters<typeof planBulkChange>[0],
  wanted: StudentPatch,
  options: Partial<Parameters<typeof planBulkChange>[2]> = {},
) => planBulkChange(entries, wanted, { onlyRaise: true, raised: new Set(), server: 'jp', ...options });

test('values that are higher already stay, where that is asked for', () => {
  const plan = planAll(ROSTER, { level: 35 });
  assert.deepEqual(
    plan.changed.map(({ entry, changes, differences }) => [entry.student.studentUid, changes, differences]),
    [
      ['low', { level: 35 }, [{ field: 'level', from: 10, to: 35 }]],
      ['unknown', { level: 35 }, [{ field: 'level', from: null, to: 35 }]],
    ],
  );
  assert.deepEqual(uidsOf(plan.unchanged), ['high']);
  assert.deepEqual(uidsOf(plan.notRecruited), ['absent']);
});

test('an equipment tier that rises takes its level along, and one that is lower changes nothing', () => {
  const roster = [
    makeEntry('lower', { equip1: 5, equip1Level: 45 }),
    makeEntry('higher', { equip1: 7, equip1Level: 10 }),
  ];
  const plan = planAll(roster, { equip1: 6, equip1Level: 20 });
  assert.deepEqual(
    plan.changed.map(({ entry, changes }) => [entry.student.studentUid, changes]),
    [['lower', { equip1: 6, equip1Level: 20 }]],
  );
  assert.deepEqual(uidsOf(plan.unchanged), ['higher']);
});

test('every value is set if values may also be lowered', () => {
  const plan = planAll(ROSTER, { level: 35 }, { onlyRaise: false });
  assert.deepEqual(
    plan.changed.map(({ entry }) => entry.student.studentUid),
    ['low', 'unknown', 'high'],
  );
});

test('each student takes what she can, and what is left out is counted by its reason', () => {
  const roster = [
    makeEntry('three', { tier: 3 }),
    makeEntry('five', { tier: 5 }),
    makeEntry('another', { tier: 5 }),
    makeEntry('armed', { tier: 5, weaponTier: 1 }),
  ];
  const wanted = { level: 87, weaponLevel: 30 };
  const { changed, refused, leftOut } = planAll(roster, wanted);
  assert.deepEqual([changed.length, refused.length], [4, 0]);
  assert.deepEqual(
    changed.map(({ changes }) => Object.keys(changes).length),
    [1, 1, 1, 2],
  );
  assert.deepEqual(
    leftOut.map(({ reason, fields, raise, count }) => [reason.code, fields, raise, count]),
    [
      ['noWeapon', ['weaponLevel'], { weaponTier: 1 }, 2],
      ['noWeapon', ['weaponLevel'], { tier: 5, weaponTier: 1 }, 1],
    ],
  );
  const raised = new Set([leftOut[0]?.key ?? '']);
  const more = planAll(roster, wanted, { raised });
  assert.deepEqual(
    more.changed.map(({ changes }) => Object.keys(changes).length),
    [1, 3, 3, 2],
  );
  // What is raised is still said, so that it can be taken back.
  assert.equal(more.leftOut.length, 2);
});

test('pasted stars register a student, other values alone do not, and an invalid value refuses its student', () => {
  const absent = makeEntry('absent', null);
  const plan = planChanges(
    [
      { entry: absent, wanted: { tier: 3, level: 20 } },
      { entry: makeEntry('other', null), wanted: { level: 20 } },
      { entry: makeEntry('wrong', {}), wanted: { level: 91 } },
    ],
    { registers: true },
  );
  assert.deepEqual(plan.changed[0]?.changes, { weaponTier: 0, tier: 3, level: 20 });
  assert.deepEqual(uidsOf(plan.notRecruited), ['other']);
  assert.deepEqual(plan.refused[0]?.fields, ['level']);
  assert.deepEqual(uidsOf(planChanges([{ entry: absent, wanted: { tier: 3 } }], {}).notRecruited), [
    'absent',
  ]);
});
