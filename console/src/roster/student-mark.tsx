import type { CatalogueStudent } from '../../../client/catalogue.ts';
import type { GrowthState } from '../../../contract/state-fields.ts';
import { isNewStudent } from '../../../game/attributes.ts';
import { Pill } from '../components/pill.tsx';
import { ROSTER } from '../texts/roster-texts.ts';
import { translate } from '../texts/translate.ts';
import { gameServer } from './game-server.ts';
import { isAvailable } from './released-students.ts';
import styles from './student-mark.module.css';

/** Before a name: that the student is new on the player's server. */
export const NewMark = ({ student }: { student: CatalogueStudent }) =>
  isNewStudent(student, gameServer.value, Date.now()) && (
    <>
      <span class={styles.new} aria-hidden="true">
        NEW
      </span>
      <span class="visually-hidden">{translate(ROSTER.newStudent)} </span>
    </>
  );

/** Beside a name: that the student is not out on the player's server. */
export const UnreleasedMark = ({
  student,
  state,
}: {
  student: CatalogueStudent;
  state: GrowthState | null;
}) => !isAvailable({ student, state }) && <Pill class={styles.unreleased} text={ROSTER.unreleasedMark} />;
