import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planBulkChange, planChanges } from './bulk-change.ts';
import { makeEntry, uidsOf } from './test-entries.ts';

const ROSTER = [
  makeEntry('low', { level: 10 }),
  makeEntry('unknown', {}),
  makeEntry('high', { level: 50 }),
  makeEntry('absent', null),
];

test('values that are higher already stay, where that is asked for', () => {
  const plan = planBulkChange(ROSTER, { level: 35 }, { onlyRaise: true });
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
  const plan = planBulkChange(roster, { equip1: 6, equip1Level: 20 }, { onlyRaise: true });
  assert.deepEqual(
    plan.changed.map(({ entry, changes }) => [entry.student.studentUid, changes]),
    [['lower', { equip1: 6, equip1Level: 20 }]],
  );
  assert.deepEqual(uidsOf(plan.unchanged), ['higher']);
});

test('every value is set if values may also be lowered', () => {
  const plan = planBulkChange(ROSTER, { level: 35 }, { onlyRaise: false });
  assert.deepEqual(
    plan.changed.map(({ entry }) => entry.student.studentUid),
    ['low', 'unknown', 'high'],
  );
});

test('students for whom the change breaks a rule are refused, each with the fields that it would break', () => {
  const roster = [makeEntry('three', { tier: 3 }), makeEntry('five', { tier: 5 })];
  const plan = planBulkChange(roster, { weaponTier: 1 }, { onlyRaise: true });
  assert.deepEqual(
    plan.changed.map(({ entry }) => entry.student.studentUid),
    ['five'],
  );
  assert.deepEqual(uidsOf(plan.refused.map(({ entry }) => entry)), ['three']);
  assert.deepEqual(plan.refused[0]?.fields, ['weaponTier']);
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
