import { checkFields } from '../contract/field-checks.ts';
import type { StateName } from '../contract/state-fields.ts';
import type { BilingualFieldError, RuleViolation } from '../contract/state-rules.ts';
import { describeFields } from './error-messages.ts';
import { RollbookError } from './rollbook-error.ts';

/** Throws what the API would answer, before anything is sent. */
export function checkWanted(wanted: Readonly<Record<string, unknown>>, required: readonly StateName[]): void {
  const errors = [...checkUid(wanted.studentUid), ...checkFields(wanted, required)];
  if (errors.length > 0) throw invalidRequest(errors);
}

/** Throws what the API would answer to these changes, before anything is sent. */
export function checkChanges(studentUid: string, changes: Readonly<Record<string, unknown>>): void {
  if (Object.hasOwn(changes, 'studentUid')) throw invalidRequest([FIXED_UID]);
  checkWanted({ studentUid, ...changes }, []);
  if (Object.values(changes).every((value) => value === undefined)) throw invalidRequest([NO_CHANGE]);
}

/** Plain JavaScript may pass a number. */
export function requireUid(studentUid: unknown): void {
  const errors = checkUid(studentUid);
  if (errors.length > 0) throw invalidRequest(errors);
}

const checkUid = (studentUid: unknown): BilingualFieldError[] =>
  typeof studentUid === 'string' && studentUid !== '' ? [] : [NO_UID];

const NO_UID: BilingualFieldError = {
  field: 'studentUid',
  ko: '"10010"과 같은 문자열 하나여야 합니다.',
  en: 'Must be a string such as "10010".',
};
const FIXED_UID: BilingualFieldError = {
  field: 'studentUid',
  ko: 'studentUid는 바꿀 수 없습니다. 본문에서 빼십시오.',
  en: 'Cannot be changed. Leave it out of the changes.',
};
const NO_CHANGE: BilingualFieldError = {
  field: 'body',
  ko: '바꿀 필드를 하나 이상 보내십시오.',
  en: 'Name at least one field to change.',
};

/** The cause is the rules that are broken, if it is those. */
export function invalidRequest(
  errors: readonly BilingualFieldError[],
  cause?: readonly RuleViolation[],
): RollbookError {
  const fields = errors.map(({ field, ko, en }) => ({ field, message: ko, en }));
  return new RollbookError('invalid_request', describeFields(fields), { fields, cause });
}
