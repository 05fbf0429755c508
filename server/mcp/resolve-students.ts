import { MAX_SUGGESTIONS } from '../../client/find-by-name.ts';
import { type Catalogue, type CatalogueStudent, isRollbookError } from '../../client/index.ts';
import { resolveStudent } from '../../client/students.ts';
import { takeTurn } from '../scheduling/event-loop-turns.ts';
import type { StudentFailure } from './student-outcomes.ts';
import { ToolError } from './tool-error.ts';

/** Throws `not_found` for a name of nothing but punctuation, too: nobody has it. */
export function resolveNamed(name: string, catalogue: Catalogue): CatalogueStudent {
  try {
    return resolveStudent(name, catalogue);
  } catch (error) {
    if (!isRollbookError(error) || error.code !== 'invalid_request') throw error;
    throw new ToolError('not_found', error.message);
  }
}

/** Each student is named by a UID or by an exact name. */
export async function resolveStudents<Named extends { studentUid: string }>(
  students: readonly Named[],
  catalogue: Pick<Catalogue, 'students' | 'date'>,
): Promise<{ resolved: Named[]; failures: StudentFailure[] }> {
  const resolved: Named[] = [];
  const failures: StudentFailure[] = [];
  for (const student of students)
    try {
      const suggests = failures.length < MAX_SUGGESTIONS;
      const { studentUid } = resolveStudent(student.studentUid, catalogue, suggests);
      resolved.push({ ...student, studentUid });
    } catch (error) {
      failures.push({ studentUid: student.studentUid, error });
      // The search for similar names takes a millisecond.
      await takeTurn();
    }
  return { resolved, failures };
}
