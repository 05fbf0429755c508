import type { StudentPatch } from '../../../../contract/state-fields.ts';
import { changeStudent } from '../../roster/roster-store.ts';

/** Saves what was entered outside the panel. Returns whether it was saved; everything else is announced and marked. */
export async function saveDirectly(studentUid: string, changes: StudentPatch): Promise<boolean> {
  try {
    return (await changeStudent({ studentUid, changes })) === 'saved';
  } catch {
    return false;
  }
}
