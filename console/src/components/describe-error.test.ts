import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConsoleError, type ConsoleFailure } from '../api/console-error.ts';
import { FAILURES } from '../texts/error-texts.ts';
import { describeError } from './describe-error.ts';

const refuse = (code: ConsoleFailure, ...names: string[]) =>
  describeError(
    new ConsoleError(code, '고쳐야 합니다.', {
      fields: names.map((field) => ({ field, message: `${field}를 고쳐야 합니다.` })),
    }),
  );

test('a refused value is named by its label, in both languages', () => {
  assert.deepEqual(refuse('invalid_request', 'goals.0.wanted.weaponLevel', 'level', 'goals.1.wanted.level'), {
    ko: '입력한 값을 확인하세요: 레벨, 고유무기 레벨.',
    en: 'Check what you entered: Level, Weapon level.',
  });
});

test('the messages of the service are for programs, and not shown', () => {
  assert.deepEqual(refuse('invalid_request', 'keyId'), FAILURES.invalid_request);
  assert.match(refuse('invalid_request', 'day').en, /not kept any more/);
  assert.deepEqual(refuse('not_found'), FAILURES.not_found);
});
