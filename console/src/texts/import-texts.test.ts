import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAccountGoals, readRoster } from '../../../client/formats/index.ts';
import { STATE_NAMES } from '../../../contract/state-fields.ts';
import { data } from '../../../test/planner-save.ts';
import { describeNotice } from './import-texts.ts';

const STUDENT = { studentUid: '10010', tier: 3, weaponTier: 2, weaponLevel: 60, bond: 5, bondExp: 9 };
const TEXTS = [
  [STUDENT, { studentUid: '10011', tier: 3 }, { studentUid: '10012', tier: 'x', weaponTier: 0, level: 99 }],
  [{ studentUid: '10013', tier: 3, weaponTier: 0, abilityHp: 2, level: 99 }],
].map((students) => JSON.stringify({ rollbook: 1, students }));
const SCHALEDB = JSON.stringify({ 10010: { s: 5, ws: 1, wl: 0, l: 1 } });

const notices = [...TEXTS, SCHALEDB].flatMap((text) => {
  const { warnings, students } = readRoster(text);
  return [
    ...warnings,
    ...students.flatMap(({ error, warnings: own }) => [...own, ...(error ? [error] : [])]),
  ];
});

test('a notice has labels in place of the names of the API', () => {
  const shown = new Map(notices.map((notice) => [notice.code, describeNotice(notice)]));
  for (const { ko, en } of shown.values()) {
    assert.ok(!STATE_NAMES.some((name) => ko.includes(name)), ko);
    // Others, such as level, are words.
    assert.ok(!STATE_NAMES.some((name) => /[A-Z1-9]/.test(name) && en.includes(name)), en);
  }
  assert.deepEqual(shown.get('tier_raised'), { ko: '성급 3 → 5', en: 'Stars 3 → 5' });
  assert.deepEqual(shown.get('weapon_level_capped')?.ko, '고유무기 레벨 60 → 40');
  assert.deepEqual(shown.get('weapon_missing')?.en, 'HP unlock 2 → 0');
  assert.deepEqual(shown.get('value_left_out'), {
    ko: '레벨 99: 1부터 90까지의 정수여야 해요.',
    en: 'Level 99: must be a whole number from 1 to 90.',
  });
  assert.match(
    shown.get('fields_not_in_format')?.ko ?? '',
    /^이 형식에 없는 값은 바꾸지 않아요: .*인연 경험치\.$/,
  );
  assert.ok(shown.size >= 8, [...shown.keys()].join());
});

test('a goal that breaks a rule is explained with labels', () => {
  const goals = [{ studentUid: '10010', wanted: { bond: 5, bondExp: 9 } }];
  const text = JSON.stringify({ exportedAt: '2026-11-24T00:00:00.000Z', students: [], goals });
  const [skipped] = readAccountGoals(text, data).skipped;
  assert.deepEqual(skipped && describeNotice(skipped.reason), {
    ko: '인연 랭크가 5일 때 누적 인연 경험치는 110부터 144까지예요.',
    en: 'At bond rank 5, the total bond experience is from 110 to 144.',
  });
});
