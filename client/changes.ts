import { checkFields } from '../contract/field-checks.ts';
import { quoteUid } from '../contract/quoted-text.ts';
import {
  type GrowthState,
  type RecruitedStudent,
  STATE_NAMES,
  type StateName,
  type StudentPatch,
} from '../contract/state-fields.ts';
import { applyPatch, type BilingualFieldError, type RuleViolation } from '../contract/state-rules.ts';
import { describeFields } from './error-messages.ts';
import { RollbookError } from './rollbook-error.ts';

/** The fields to send so that a student reaches the wanted state. Empty if it has. */
export function changesTo(current: GrowthState, wanted: StudentPatch): StudentPatch {
  const next = applyPatch(current, wanted);
  const changed = STATE_NAMES.filter((name) => wanted[name] !== undefined && next[name] !== current[name]);
  return Object.fromEntries(changed.map((name) => [name, next[name]])) as StudentPatch;
}

export const hasReached = (current: GrowthState, wanted: StudentPatch): boolean =>
  Object.keys(changesTo(current, wanted)).length === 0;

/** Throws what the API would answer, before anything is sent. */
export function checkWanted(wanted: Readonly<Record<string, unknown>>, required: readonly StateName[]): void {
  const errors = checkFields(wanted, required);
  if (typeof wanted.studentUid !== 'string' || wanted.studentUid === '')
    errors.unshift({
      field: 'studentUid',
      ko: '비어 있지 않은 문자열 하나여야 합니다.',
      en: 'Must be a string that is not empty.',
    });
  if (errors.length > 0) throw invalidRequest(errors);
}

/** The cause is the rules that are broken, if it is those. */
export function invalidRequest(
  errors: readonly BilingualFieldError[],
  cause?: readonly RuleViolation[],
): RollbookError {
  const fields = errors.map(({ field, ko, en }) => ({ field, message: ko, en }));
  return new RollbookError('invalid_request', describeFields(fields), { fields, cause });
}

export const isSame = (a: RecruitedStudent, b: RecruitedStudent): boolean =>
  STATE_NAMES.every((name) => a[name] === b[name]);

export const conflictError = (studentUid: string): RollbookError =>
  new RollbookError('conflict', `${quoteUid(studentUid)} was changed since the plan was made. Plan again.`);
