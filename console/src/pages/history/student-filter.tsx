import { useComputed, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { CatalogueStudent } from '../../../../client/catalogue.ts';
import { Icon } from '../../components/icon.tsx';
import { nameOfStudent, StudentName } from '../../components/student-name.tsx';
import { catalogue, studentsByUid } from '../../roster/catalogue-state.ts';
import { createStudentSearch } from '../../roster/search-students.ts';
import { HISTORY } from '../../texts/history-texts.ts';
import { translate } from '../../translate.ts';
import { changeHistoryFilter, historyFilter } from './history-filter.ts';

const MAX_MATCHES = 6;

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
  if (uid === undefined) return <StudentField inputRef={shown} onChoose={swap} />;
  const student = studentsByUid.value.get(uid);
  const name = student === undefined ? uid : nameOfStudent(student);
  return (
    <button
      ref={shown}
      type="button"
      class="student-chosen"
      aria-label={translate(HISTORY.onlyStudent(name))}
      onClick={() => swap(undefined)}
    >
      <span>{name}</span>
      <Icon name="close" />
    </button>
  );
}

interface StudentFieldProps {
  inputRef: RefObject<HTMLInputElement | null>;
  onChoose: (studentUid: string) => void;
}

function StudentField({ inputRef, onChoose }: StudentFieldProps) {
  const text = useSignal('');
  const active = useSignal(0);
  const isOpen = useSignal(false);
  const id = useId();
  const search = useComputed(() => createStudentSearch(catalogue.value?.students ?? [])).value;
  const query = text.value.trim();
  const found: CatalogueStudent[] =
    query === ''
      ? []
      : search(query)
          .slice(0, MAX_MATCHES)
          .flatMap((place) => catalogue.value?.students[place] ?? []);
  const isListed = isOpen.value && query !== '';
  const choose = (student: CatalogueStudent | undefined) => {
    if (student !== undefined) onChoose(student.studentUid);
  };
  const handleKey = (event: KeyboardEvent) => {
    // Keys of an input method finish a syllable.
    if (event.isComposing || !isListed) return;
    if (event.key === 'Escape') isOpen.value = false;
    else if (event.key === 'Enter') choose(found[active.value]);
    else if (event.key === 'ArrowDown') active.value = Math.min(active.value + 1, found.length - 1);
    else if (event.key === 'ArrowUp') active.value = Math.max(active.value - 1, 0);
    else return;
    event.preventDefault();
  };
  return (
    <div class="search-field student-filter">
      <Icon name="search" />
      <input
        ref={inputRef}
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        aria-label={translate(HISTORY.student)}
        placeholder={translate(HISTORY.student)}
        aria-expanded={isListed && found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={isListed && found.length > 0 ? `${id}-${active.value}` : undefined}
        value={text.value}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value;
          active.value = 0;
          isOpen.value = true;
        }}
        onKeyDown={handleKey}
        onBlur={() => {
          isOpen.value = false;
        }}
      />
      <div
        id={`${id}-list`}
        class="student-matches"
        role="listbox"
        aria-label={translate(HISTORY.studentsFound)}
        hidden={!isListed || found.length === 0}
      >
        {found.map((student, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field.
          <div
            key={student.studentUid}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active.value}
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(student)}
          >
            <StudentName student={student} />
          </div>
        ))}
      </div>
      <p class="no-match" role="status">
        {isListed && found.length === 0 && translate(HISTORY.noStudentFound)}
      </p>
    </div>
  );
}
