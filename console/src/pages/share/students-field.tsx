import type { Signal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Choice, optionsOf } from '../../components/controls.tsx';
import { FieldError } from '../../components/form-fields.tsx';
import { Portrait } from '../../roster/portrait.tsx';
import { findStudent, isRosterLoaded } from '../../roster/roster-store.ts';
import { SHARE } from '../../texts/share-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';
import type { ShareDraft } from './share-draft.ts';
import styles from './students-field.module.css';

const CHOICES = ['all', 'chosen'] as const;
const MAX_FACES = 5;

interface StudentsFieldProps {
  draft: Signal<ShareDraft>;
  hasProblem: boolean;
  onPick: () => void;
}

export function StudentsField({ draft, hasProblem, onPick }: StudentsFieldProps) {
  const errorId = useId();
  const { students, chosen } = draft.value;
  return (
    <>
      <Choice
        legend={WORDS.students}
        look="cards"
        options={optionsOf(CHOICES, SHARE.studentChoices, SHARE.studentHints)}
        value={students}
        onChoose={(next) => {
          draft.value = { ...draft.peek(), students: next };
        }}
      />
      {students === 'chosen' && (
        <div class={styles.chosen}>
          <Faces uids={chosen} />
          <span role="status">{translate(SHARE.chosen(chosen.length))}</span>
          <Button
            look={chosen.length === 0 ? 'primary' : 'quiet'}
            size="small"
            text={SHARE.choose}
            aria-describedby={errorId}
            data-invalid={hasProblem || undefined}
            onClick={onPick}
          />
          <NotRecruited uids={chosen} />
          <FieldError id={errorId}>{hasProblem && translate(SHARE.noneChosen)}</FieldError>
        </div>
      )}
    </>
  );
}

const Faces = ({ uids }: { uids: readonly string[] }) => (
  <span class={styles.faces} aria-hidden="true">
    {isRosterLoaded.value &&
      uids.slice(0, MAX_FACES).map((uid) => <Portrait key={uid} student={findStudent(uid)?.student} />)}
  </span>
);

/** Those who were chosen and then removed from the roster. */
function NotRecruited({ uids }: { uids: readonly string[] }) {
  const missing = isRosterLoaded.value
    ? uids.filter((uid) => findStudent(uid)?.state.value === null).length
    : 0;
  return missing > 0 && <p class="hint">{translate(SHARE.notRecruited(missing))}</p>;
}
