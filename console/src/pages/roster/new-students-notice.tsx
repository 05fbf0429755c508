import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { setTo } from '../../components/set-to.ts';
import { StudentName } from '../../components/student-name.tsx';
import { newStudents } from '../../roster/new-students.ts';
import { findStudent } from '../../roster/roster-store.ts';
import { openedStudent } from '../../roster/roster-view-state.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './new-students-notice.module.css';

const SHOWN_NAMES = 6;

/** Who is new in the catalogue, until it is closed. A name opens the student. */
export function NewStudentsNotice() {
  const students = newStudents.value.flatMap((uid) => findStudent(uid)?.student ?? []);
  if (students.length === 0) return null;
  return (
    <div class={styles.news} role="status">
      <Notice>
        {translate(ROSTER.newStudents(students.length))}{' '}
        {students.slice(0, SHOWN_NAMES).map((student) => (
          <Button
            key={student.studentUid}
            look="link"
            onClick={setTo(openedStudent, { studentUid: student.studentUid })}
          >
            <StudentName student={student} />
          </Button>
        ))}
        {students.length > SHOWN_NAMES && translate(ROSTER.newOthers(students.length - SHOWN_NAMES))}
      </Notice>
      <Button look="icon" icon="close" label={COMMON.close} onClick={setTo(newStudents, [])} />
    </div>
  );
}
