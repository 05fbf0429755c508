import { StarRow } from '../../components/star-row.tsx';
import { nameOfStudent, StudentName } from '../../components/student-name.tsx';
import { showToast } from '../../components/toast.tsx';
import { describeAttributes, labelOf } from '../../roster/attribute-labels.ts';
import { Portrait } from '../../roster/portrait.tsx';
import { isAvailable } from '../../roster/released-students.ts';
import { findStudent, type ShownStudent } from '../../roster/roster-store.ts';
import { isSelecting } from '../../roster/roster-view-state.ts';
import { markOf } from '../../roster/student-edit.ts';
import { NewMark, UnreleasedMark } from '../../roster/student-mark.tsx';
import { undoAndReport } from '../../roster/undo-and-report.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../texts/translate.ts';
import { EditMark, Flash } from './edit-mark.tsx';
import { saveDirectly } from './save-directly.ts';
import { StudentButton } from './student-button.tsx';
import styles from './students.module.css';

/**
 * A student that is not recruited: one line with empty stars, which a click on one fills. Who is not out yet has none, so
 * that nobody registers her by accident.
 */
export function StudentLine({
  shown: { student, state, isSaving, changesElsewhere, edits },
}: {
  shown: ShownStudent;
}) {
  const { studentUid, attributes } = student;
  const current = state.value;
  const isOut = isAvailable({ student, state: current });
  const description = [
    describeAttributes(attributes),
    current === null && attributes.star && translate(ROSTER.ownStars(attributes.star)),
  ];
  return (
    <div
      class={`${styles.line} ${current === null ? '' : styles.recruited} ${isSaving.value ? styles.saving : ''}`}
    >
      <Flash changes={changesElsewhere.value} />
      <StudentButton
        studentUid={studentUid}
        class={styles.name}
        description={description.filter(Boolean).join(', ')}
      >
        <Portrait student={student} />
        <span class={styles.lineName}>
          <NewMark student={student} />
          <StudentName student={student} />
          <EditMark mark={markOf(edits.value)} />
          <small aria-hidden="true">{labelOf('school', attributes.school)}</small>
        </span>
        <UnreleasedMark student={student} state={current} />
        {isOut && (
          <span class="visually-hidden">
            {translate(
              current === null ? ROSTER.notRecruited : ROSTER.starsOf(current.tier, current.weaponTier),
            )}
          </span>
        )}
      </StudentButton>
      {isOut && !isSelecting.value && (
        <StarRow
          tier={current?.tier ?? 0}
          own={attributes.star}
          label={(tier) => translate(ROSTER.registerWith(nameOfStudent(student), tier))}
          onChoose={(tier) => void registerWithStars(studentUid, tier)}
          isTabStop={false}
        />
      )}
    </div>
  );
}

/**
 * Registers the student, or corrects the stars that were tapped just before. Without a number it is the stars with which
 * the student is recruited.
 */
export async function registerWithStars(
  studentUid: string,
  tier = findStudent(studentUid)?.student.attributes.star,
): Promise<void> {
  const shown = findStudent(studentUid);
  const state = shown?.state.peek() ?? null;
  if (shown === undefined || tier === undefined || state?.tier === tier) return;
  if (!(await saveDirectly(studentUid, state === null ? { tier, weaponTier: 0 } : { tier }))) return;
  showToast(ROSTER.registeredWith(nameOfStudent(shown.student), tier), {
    action: { label: COMMON.undo, run: () => void undoAndReport() },
  });
}
