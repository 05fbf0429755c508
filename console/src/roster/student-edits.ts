import type { GrowthState } from '../../../contract/state-fields.ts';
import { StudentConflict, writeStudent } from '../api/write-student.ts';
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

  send(accountId: string, edits: readonly StudentEdit[]) {
    return Promise.all(edits.map((edit) => send(accountId, edit)));
  }

  noteSavedElsewhere(edit: StudentEdit): StudentOutcome {
    return { kind: 'saved', before: edit.before, after: applyEdit(edit.before, edit) };
  }
}

/** The edits of students, each of which is sent by itself. */
export const studentEdits = new StudentEdits().register();

async function send(accountId: string, edit: StudentEdit): Promise<SentEdit<StudentEdit, StudentOutcome>> {
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
