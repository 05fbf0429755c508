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
    assert.deepEqual(validate(invalid === undefined ? {} : { text: invalid }), [{ field: 'text', message }]);
  });
