import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileValidator } from './validation.ts';

const descriptions: [schema: object, invalid: unknown, description: string][] = [
  [{}, 5, '문자열 하나여야 합니다.'],
  [{ minLength: 1 }, '', '비어 있지 않은 문자열 하나여야 합니다.'],
  [{ minLength: 2 }, 'a', '2자 이상의 문자열 하나여야 합니다.'],
  [{ maxLength: 3 }, 'long', '3자 이하의 문자열 하나여야 합니다.'],
  [{ minLength: 2, maxLength: 3 }, 'a', '2자 이상 3자 이하의 문자열 하나여야 합니다.'],
  [{ maxLength: 3 }, undefined, '필수 항목입니다. 3자 이하의 문자열 하나를 보내십시오.'],
];
for (const [lengths, invalid, message] of descriptions)
  test(`the error of a text with ${JSON.stringify(lengths)} that is ${JSON.stringify(invalid) ?? 'missing'} names these lengths only`, () => {
    const validate = compileValidator({
      type: 'object',
      required: ['text'],
      properties: { text: { type: 'string', ...lengths } },
    });
    assert.deepEqual(validate(invalid === undefined ? {} : { text: invalid }).list(), [
      { field: 'text', message },
    ]);
  });

const level = { type: 'integer', minimum: 1, maximum: 90 };
const plan = {
  type: 'object',
  required: ['wanted'],
  additionalProperties: false,
  properties: {
    wanted: {
      type: ['object', 'null'],
      minProperties: 1,
      additionalProperties: false,
      properties: { level },
    },
    labels: { type: 'array', maxItems: 2, items: { type: 'string', minLength: 1 } },
    counts: { type: 'object', additionalProperties: level },
    plans: { type: 'array', items: { type: 'object', required: ['of'], properties: { of: level } } },
  },
};
const invalidPlans: [plan: object, fields: string[]][] = [
  [{ wanted: null }, []],
  [{ wanted: { level: 1 }, labels: ['a'], counts: { 'a/b~c': 1 }, plans: [{ of: 1 }] }, []],
  [{ wanted: {} }, ['wanted']],
  [{ wanted: [] }, ['wanted']],
  [
    { other: 1, wanted: { level: 0, body: 1, other: 1 } },
    ['wanted.level', 'wanted.body', 'wanted.other', 'other'],
  ],
  [{ labels: ['', 'a', 5] }, ['wanted', 'labels']],
  [{ wanted: null, labels: ['', 5] }, ['labels.0', 'labels.1']],
  [{ wanted: null, counts: { 'a/b~c': 0, d: 1, e: null } }, ['counts.a/b~c', 'counts.e']],
  [{ wanted: null, plans: [{ of: 1 }, 5, {}, { of: 'x' }] }, ['plans.1', 'plans.2.of', 'plans.3.of']],
  [{ wanted: null, plans: [null] }, ['plans.0']],
];
for (const [invalid, fields] of invalidPlans)
  test(`names each invalid value inside of ${JSON.stringify(invalid)} with dots`, () =>
    assert.deepEqual(
      compileValidator(plan)(invalid)
        .list()
        .map(({ field }) => field),
      fields,
    ));

test('an array that is too long is one error, however many of its items are invalid', () => {
  const labels = Array(500_000).fill(1);
  assert.deepEqual(compileValidator(plan)({ wanted: null, labels }).list(), [
    { field: 'labels', message: '올바른 값 2개 이하의 JSON 배열 하나여야 합니다.' },
  ]);
});

test('an array that may not be empty says so', () => {
  const fields = { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string' } };
  const validate = compileValidator({ type: 'object', properties: { fields } });
  assert.deepEqual(validate({ fields: [] }).list(), [
    { field: 'fields', message: '서로 다른 올바른 값을 1개 이상 담은 JSON 배열 하나여야 합니다.' },
  ]);
});
