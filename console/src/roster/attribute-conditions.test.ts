import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type AttributeConditions,
  createCondition,
  findValues,
  keepKnownValues,
  toggleValue,
} from './attribute-conditions.ts';
import { LABELS } from './test-entries.ts';

test('several values of one attribute are alternatives, and several attributes must all be met', () => {
  const student = { school: 'trinity', role: 'tank', roleAlt: 'dealer', star: 3 };
  const meets = (conditions: AttributeConditions, attributes: object = student) =>
    createCondition(conditions)(attributes);
  assert.ok(meets({}));
  assert.ok(meets({ school: ['gehenna', 'trinity'], star: ['3'] }));
  assert.ok(meets({ role: ['dealer'] }));
  assert.ok(!meets({ school: ['trinity'], role: ['healer'] }));
  assert.ok(!meets({ star: ['3'] }, {}));
});

test('a value is added, and taken away again with its attribute', () => {
  const trinity = { attribute: 'school', value: 'trinity' } as const;
  const both = toggleValue({ school: ['gehenna'] }, trinity);
  assert.deepEqual(both, { school: ['gehenna', 'trinity'] });
  assert.deepEqual(toggleValue(both, trinity), { school: ['gehenna'] });
  assert.deepEqual(toggleValue({ school: ['trinity'] }, trinity), {});
});

test('values that no label names are left out once the labels are known', () => {
  const conditions = { school: ['trinity', 'hogwarts', 'constructor'], role: ['wizard'], star: ['3'] };
  assert.deepEqual(keepKnownValues(conditions, LABELS), { school: ['trinity'], star: ['3'] });
  assert.deepEqual(keepKnownValues(conditions, {}), conditions);
});

test('values are offered in the order of the labels if a student has them', () => {
  const students = ['trinity', 'gehenna', 'hogwarts'].map((school, i) => ({
    attributes: { school, star: 3 - i },
  }));
  assert.deepEqual(findValues(students, 'school', LABELS), ['gehenna', 'trinity']);
  assert.deepEqual(findValues(students, 'star', LABELS), ['1', '2', '3']);
});
