import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangedFields, ChangeKind } from '../../../../contract/history.ts';
import type { ChangeGroupView } from '../../../../server/history/views.ts';
import { describeGroup } from './describe-group.ts';

const KEY = { kind: 'key', id: 'key_1', name: 'YuzuTrends', isApp: false, isRevoked: false } as const;
const BROWSER = { kind: 'console', sessionId: 's', browser: '', isCurrent: true, hasEnded: false } as const;

let number = 0;
const change = (studentUid: string, kind: ChangeKind, fields: ChangedFields) => {
  number += 1;
  return { number, at: '2026-01-01T00:00:00.000Z', studentUid, kind, fields };
};

const describe = (
  by: ChangeGroupView['by'],
  changes: ChangeGroupView['changes'],
  operation: ChangeGroupView['operation'] = null,
) => {
  const { author, rest } = describeGroup({ by, operation, changes }, () => ({ ko: '시로코', en: 'Shiroko' }));
  return [author.ko + rest.ko, author.en + rest.en];
};

test('says who lowered how many values of how many students', () => {
  assert.deepEqual(
    describe(KEY, [
      change('1', 'changed', { level: [80, 1], bond: [20, 1] }),
      change('2', 'changed', { level: [90, 1] }),
    ]),
    ['YuzuTrends가 2명의 값 3개를 낮췄어요', 'YuzuTrends lowered 3 values of 2 students'],
  );
});

test('names the operation, and the student where there is only one', () => {
  const registered = { tier: [null, 3], weaponTier: [null, 0] } as const;
  assert.deepEqual(describe(BROWSER, [change('1', 'registered', registered)], 'import'), [
    '이 브라우저에서 가져오기로 시로코 학생을 등록했어요',
    'This browser registered Shiroko by an import',
  ]);
  assert.deepEqual(describe({ kind: 'operator' }, [change('1', 'bond', { bond: [null, 3] })]), [
    '운영자가 시로코의 값 1개를 기록했어요',
    'The operator recorded 1 value of Shiroko',
  ]);
});

test('says in one word what several effects have in common', () => {
  const both = { level: [80, 1], bond: [20, null] } as const;
  assert.match(describe(KEY, [change('1', 'changed', both)])[0] ?? '', /낮추거나 지웠어요$/);
  assert.match(describe(KEY, [change('1', 'changed', { ...both, tier: [3, 5] })])[0] ?? '', /바꿨어요$/);
});

test('joins what became of different students, and knows a value that was put back', () => {
  assert.deepEqual(
    describe(KEY, [
      change('1', 'registered', { tier: [null, 3] }),
      change('2', 'changed', { level: [1, 2], bond: [9, 3] }),
      change('3', 'removed', { tier: [3, null] }),
    ]),
    [
      'YuzuTrends가 학생 1명을 등록하고 1명의 값 2개를 바꾸고 학생 1명을 삭제했어요',
      'YuzuTrends registered 1 student, changed 2 values of 1 student and removed 1 student',
    ],
  );
  assert.deepEqual(
    describe(KEY, [change('1', 'changed', { level: [1, 2] }), change('1', 'changed', { level: [2, 1] })]),
    ['YuzuTrends가 값을 바꿨다가 제자리로 돌려놓았어요', 'YuzuTrends changed values and put them back'],
  );
});
