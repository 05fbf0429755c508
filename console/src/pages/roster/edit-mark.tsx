import { Icon } from '../../components/icon.tsx';
import type { EditMark as Mark } from '../../roster/student-edit.ts';
import { EDITS } from '../../texts/edit-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './edit-mark.module.css';

/** Beside a value or a name: it is not saved yet. */
export const EditMark = ({ mark }: { mark: Mark | undefined }) =>
  mark && (
    <span
      class={mark === 'conflict' ? `${styles.mark} ${styles.conflict}` : styles.mark}
      data-mark={mark}
      title={translate(EDITS.mark[mark])}
    >
      <Icon name={mark === 'waiting' ? 'waiting' : 'warning'} />
      <span class="visually-hidden">{translate(EDITS.mark[mark])}</span>
    </span>
  );

/** That another tool has changed the student. */
export const Flash = ({ changes }: { changes: number }) =>
  changes > 0 && <span key={changes} class={styles.flash} />;

export const Tick = ({ isTicked }: { isTicked: boolean }) => (
  <span class={styles.tick}>{isTicked && <Icon name="check" />}</span>
);
