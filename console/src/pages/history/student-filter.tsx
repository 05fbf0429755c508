import { useLayoutEffect, useRef } from 'preact/hooks';
import type { CatalogueStudent } from '../../../../client/catalogue.ts';
import { Icon } from '../../components/icon.tsx';
import { nameOfStudent } from '../../components/student-name.tsx';
import { catalogue, studentsByUid } from '../../roster/catalogue-state.ts';
import { StudentField } from '../../roster/student-field.tsx';
import { HISTORY } from '../../texts/history-texts.ts';
import { ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';
import { changeHistoryFilter, historyFilter } from './history-filter.ts';
import styles from './student-filter.module.css';

const TEXTS = { label: ROSTER.search, found: WORDS.found, none: WORDS.noneFound };
const NO_STUDENTS: readonly CatalogueStudent[] = [];

/** A student by name, as in the search of the roster. The one who is chosen stands in place of the field. */
export function StudentFilter() {
  const uid = historyFilter.value.student;
  const shown = useRef<HTMLInputElement & HTMLButtonElement>(null);
  const isSwapped = useRef(false);
  useLayoutEffect(() => {
    // What had the focus is gone.
    if (isSwapped.current) shown.current?.focus();
    isSwapped.current = false;
  }, [uid]);
  const swap = (student: string | undefined) => {
    isSwapped.current = true;
    changeHistoryFilter({ student });
  };
  if (uid === undefined)
    return (
      <StudentField
        inputRef={shown}
        students={catalogue.value?.students ?? NO_STUDENTS}
        texts={TEXTS}
        onChoose={swap}
      />
    );
  const student = studentsByUid.value.get(uid);
  const name = student === undefined ? uid : nameOfStudent(student);
  return (
    <button
      ref={shown}
      type="button"
      class={styles.chosen}
      aria-label={translate(HISTORY.onlyStudent(name))}
      onClick={() => swap(undefined)}
    >
      <span>{name}</span>
      <Icon name="close" />
    </button>
  );
}
