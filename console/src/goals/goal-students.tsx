import type { RefObject } from 'preact';
import { useMemo } from 'preact/hooks';
import { FieldSet } from '../components/controls.tsx';
import { RemovableChips } from '../components/removable-chips.tsx';
import { catalogueVersion, rosterEntries } from '../roster/roster-store.ts';
import { StudentField } from '../roster/student-field.tsx';
import { GOALS } from '../texts/goal-texts.ts';
import { ROSTER } from '../texts/roster-texts.ts';
import { translate } from '../texts/translate.ts';
import { WORDS } from '../texts/word-texts.ts';
import styles from './goal-students.module.css';
import { nameOfUid } from './student-names.ts';
import type { GoalDraft } from './use-goal-draft.ts';

const TEXTS = { label: ROSTER.search, found: WORDS.found, none: WORDS.noneFound };

/** For whom the goal is: a search, and those who are chosen. */
export function GoalStudents({
  draft,
  inputRef,
}: {
  draft: GoalDraft;
  inputRef: RefObject<HTMLInputElement | null>;
}) {
  const students = useMemo(
    () => rosterEntries({ isTracked: false }).map(({ student }) => student),
    [catalogueVersion.value],
  );
  return (
    <FieldSet legend={WORDS.students} class={styles.students}>
      <StudentField inputRef={inputRef} students={students} texts={TEXTS} focused onChoose={draft.choose} />
      <RemovableChips
        chips={draft.chosen.value.map((uid) => ({
          key: uid,
          text: nameOfUid(uid),
          removal: translate(GOALS.unchoose(nameOfUid(uid))),
        }))}
        remove={(uid) => {
          draft.chosen.value = draft.chosen.value.filter((one) => one !== uid);
          inputRef.current?.focus();
        }}
      />
    </FieldSet>
  );
}
