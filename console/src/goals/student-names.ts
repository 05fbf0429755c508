import { nameOfStudent } from '../components/student-name.tsx';
import { findStudent } from '../roster/roster-store.ts';

export function nameOfUid(studentUid: string): string {
  const shown = findStudent(studentUid);
  return shown === undefined ? studentUid : nameOfStudent(shown.student);
}
