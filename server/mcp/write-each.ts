import { ENDING_CODES, KEY_STATUSES } from '../../client/apply-plan.ts';
import { isRollbookError } from '../../client/index.ts';
import type { StudentFailure } from './student-outcomes.ts';
import { ToolError } from './tool-error.ts';

/** Writes one change of a student after the other. After a failure that the others would share, they fail with it. */
export async function writeEach<Change extends { studentUid: string }, Written>(
  changes: readonly Change[],
  write: (change: Change) => Promise<Written>,
): Promise<{ written: { change: Change; result: Written }[]; refused: StudentFailure[] }> {
  const written: { change: Change; result: Written }[] = [];
  const refused: StudentFailure[] = [];
  const seen = new Set<string>();
  for (const [i, change] of changes.entries()) {
    try {
      if (seen.has(change.studentUid)) throw new ToolError('invalid_request', 'The student is named twice.');
      seen.add(change.studentUid);
      written.push({ change, result: await write(change) });
    } catch (error) {
      if (!isRollbookError(error) && !(error instanceof ToolError)) throw error;
      if (isRollbookError(error) && KEY_STATUSES.includes(error.status)) throw error;
      const ends = isRollbookError(error) && ENDING_CODES.includes(error.code);
      const failed = ends ? changes.slice(i) : [change];
      refused.push(...failed.map(({ studentUid }) => ({ studentUid, error })));
      if (ends) break;
    }
  }
  return { written, refused };
}
