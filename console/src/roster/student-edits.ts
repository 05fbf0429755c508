import { STUDENTS_PER_WRITE } from '../../../contract/limits.ts';
import type { GrowthState } from '../../../contract/state-fields.ts';
import { StudentConflict, writeStudent, writeStudents } from '../api/write-student.ts';
import { isUnsent } from '../outbox/edit.ts';
import { dropEdits, EditKind, replaceEdit, type SentEdit } from '../outbox/outbox.ts';
import {
  applyEdit,
  mergeEdit,
  type StudentEdit,
  type StudentOutcome,
  stateWithoutEdit,
  withoutFields,
} from './student-edit.ts';

class StudentEdits extends EditKind<StudentEdit, StudentOutcome> {
  readonly name = 'student';

  keyOf({ studentUid }: StudentEdit): string {
    return studentUid;
  }

  override readonly batchSize = STUDENTS_PER_WRITE;

  /** Those of one operation on many students go together, each other edit by itself. */
  override queueOf({ studentUid, headers = {} }: StudentEdit): string {
    const { 'bulk-operation': operation, 'takes-back': takesBack = '' } = headers;
    return operation === undefined ? studentUid : `${operation} ${takesBack}`;
  }

  async send(accountId: string, edits: readonly StudentEdit[]) {
    const [first, ...others] = edits;
    if (first === undefined) return [];
    return others.length === 0
      ? [await sendOne(accountId, first)]
      : sendMany(accountId, edits, first.headers);
  }

  noteSavedElsewhere(edit: StudentEdit): StudentOutcome {
    return { kind: 'saved', before: edit.before, after: applyEdit(edit.before, edit) };
  }
}

export const studentEdits = new StudentEdits().register();

async function sendMany(
  accountId: string,
  edits: readonly StudentEdit[],
  headers: StudentEdit['headers'],
): Promise<SentEdit<StudentEdit, StudentOutcome>[]> {
  const written = await writeStudents(accountId, edits, headers);
  return edits.flatMap((edit) => {
    const one = written.get(edit.studentUid);
    if (one === undefined) return [];
    if (!('error' in one)) return { edit, outcome: { kind: 'saved', before: edit.before, ...one } };
    if (one.error instanceof StudentConflict) return mergeOrHold(edit, one.error.current);
    return { edit, outcome: { kind: 'refused', error: one.error } };
  });
}

async function sendOne(accountId: string, edit: StudentEdit): Promise<SentEdit<StudentEdit, StudentOutcome>> {
  try {
    const { after, group } = await writeStudent(accountId, edit);
    return { edit, outcome: { kind: 'saved', before: edit.before, after, group } };
  } catch (error) {
    if (error instanceof StudentConflict) return mergeOrHold(edit, error.current);
    throw error;
  }
}

function mergeOrHold(edit: StudentEdit, current: GrowthState | null): SentEdit<StudentEdit, StudentOutcome> {
  const merge = mergeEdit(edit, current);
  if (merge.kind === 'merged')
    return { edit, next: { ...edit, before: merge.before, changes: merge.changes } };
  if (merge.kind === 'conflict') return { edit, outcome: { kind: 'conflict', current } };
  return { edit, outcome: { kind: 'saved', before: stateWithoutEdit(edit, current), after: current } };
}

/** Forgets what was kept for a decision: all of a student, or the fields that were decided. */
export function dropHeldEdits(studentUid: string, fields?: readonly string[]): void {
  for (const edit of studentEdits.edits.peek()) {
    if (edit.studentUid !== studentUid || isUnsent(edit)) continue;
    const left = fields && withoutFields(edit, fields);
    if (left === undefined) dropEdits([edit]);
    else replaceEdit(edit, left);
  }
}
