import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useId, useMemo } from 'preact/hooks';
import type { CatalogueStudent } from '../../../client/catalogue.ts';
import type { Bilingual } from '../../../contract/bilingual.ts';
import { Input } from '../components/controls.tsx';
import { SearchBox } from '../components/search-box.tsx';
import { setTo } from '../components/set-to.ts';
import { StudentName } from '../components/student-name.tsx';
import { translate } from '../texts/translate.ts';
import { createStudentSearch } from './search-students.ts';
import styles from './student-field.module.css';

const MAX_MATCHES = 6;

interface StudentFieldProps {
  inputRef: RefObject<HTMLInputElement | null>;
  students: readonly CatalogueStudent[];
  texts: { readonly label: Bilingual; readonly found: Bilingual; readonly none: Bilingual };
  /** Takes the focus when its dialog opens. */
  focused?: boolean;
  onChoose: (studentUid: string) => void;
}

/** Finds a student by name, as in the search of the roster. */
export function StudentField({ inputRef, students, texts, focused = false, onChoose }: StudentFieldProps) {
  const text = useSignal('');
  const active = useSignal(0);
  const isOpen = useSignal(false);
  const id = useId();
  const search = useMemo(() => createStudentSearch(students), [students]);
  const query = text.value.trim();
  const found: CatalogueStudent[] =
    query === ''
      ? []
      : search(query)
          .slice(0, MAX_MATCHES)
          .flatMap((place) => students[place] ?? []);
  const isListed = isOpen.value && query !== '';
  const choose = (student: CatalogueStudent | undefined) => {
    if (student === undefined) return;
    text.value = '';
    onChoose(student.studentUid);
  };
  const handleKey = (event: KeyboardEvent) => {
    // Keys of an input method finish a syllable.
    if (event.isComposing) return;
    // Enter chooses, and never sends the form around the field.
    if (event.key === 'Enter') event.preventDefault();
    if (!isListed) return;
    if (event.key === 'Escape') isOpen.value = false;
    else if (event.key === 'Enter') choose(found[active.value]);
    else if (event.key === 'ArrowDown') active.value = Math.min(active.value + 1, found.length - 1);
    else if (event.key === 'ArrowUp') active.value = Math.max(active.value - 1, 0);
    else return;
    event.preventDefault();
  };
  return (
    <SearchBox>
      <Input
        ref={inputRef}
        type="text"
        role="combobox"
        autofocus={focused}
        autocomplete="off"
        spellcheck={false}
        aria-label={translate(texts.label)}
        placeholder={translate(texts.label)}
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
        onBlur={setTo(isOpen, false)}
      />
      <div
        id={`${id}-list`}
        class={styles.matches}
        role="listbox"
        aria-label={translate(texts.found)}
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
      <p class={styles.none} role="status">
        {isListed && found.length === 0 && translate(texts.none)}
      </p>
    </SearchBox>
  );
}
