import { quoteUid } from '../contract/quoted-text.ts';
import {
  type GrowthState,
  type RecruitedStudent,
  STATE_NAMES,
  type StudentPatch,
} from '../contract/state-fields.ts';
import { applyPatch } from '../contract/state-rules.ts';
import { RollbookError } from './rollbook-error.ts';

/** The fields to send so that a student reaches the wanted state. Empty if it has. */
export function changesTo(current: GrowthState, wanted: StudentPatch): StudentPatch {
  const next = applyPatch(current, wanted);
  const changed = STATE_NAMES.filter((name) => wanted[name] !== undefined && next[name] !== current[name]);
  return Object.fromEntries(changed.map((name) => [name, next[name]])) as StudentPatch;
}

export const hasReached = (current: GrowthState, wanted: StudentPatch): boolean =>
  Object.keys(changesTo(current, wanted)).length === 0;

export const isSame = (a: RecruitedStudent, b: RecruitedStudent): boolean =>
  STATE_NAMES.every((name) => a[name] === b[name]);

export const conflictError = (studentUid: string): RollbookError =>
  new RollbookError('conflict', `${quoteUid(studentUid)} was changed since the plan was made. Plan again.`);
