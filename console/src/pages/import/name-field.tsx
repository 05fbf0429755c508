import { computed, type Signal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { CatalogueStudent } from '../../../../client/catalogue.ts';
import { findByName } from '../../../../client/find-by-name.ts';
import { Button } from '../../components/button.tsx';
import { Chips } from '../../components/chips.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { setTo, storeIn } from '../../components/set-to.ts';
import { StudentName } from '../../components/student-name.tsx';
import { catalogue } from '../../roster/catalogue-state.ts';
import { createStudentSearch } from '../../roster/search-students.ts';
import { SHEET } from '../../texts/sheet-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';
import styles from './name-field.module.css';
import type { PickedNames } from './review-state.ts';

const MAX_FOUND = 6;

/** Made once for all names. */
const search = computed(() => createStudentSearch(catalogue.value?.students ?? []));

interface NameFieldProps {
  name: string;
  picked: Signal<PickedNames>;
}

/** Asks who is called so: one of those who may be meant, or anybody by a search. */
export function NameField({ name, picked }: NameFieldProps) {
  const query = useSignal<string | undefined>(undefined);
  const students = catalogue.value?.students ?? [];
  const similar = useMemo(() => {
    const { matches, nearest } = findByName(name, students);
    return matches.length > 0 ? matches : nearest;
  }, [name, students]);
  const text = query.value ?? '';
  const found =
    text.trim() === ''
      ? []
      : search
          .value(text)
          .slice(0, MAX_FOUND)
          .flatMap((place) => students[place] ?? []);
  const chosen = picked.value.get(name);
  const own = students.filter(({ studentUid }) => studentUid === chosen);
  const offered = [...new Set([...(text.trim() === '' ? similar : found), ...own])];
  const choose = ({ studentUid }: CatalogueStudent) => {
    const next = new Map(picked.peek());
    if (chosen === studentUid) next.delete(name);
    else next.set(name, studentUid);
    picked.value = next;
  };
  return (
    <div class={styles.name}>
      <Chips legend={translate(SHEET.candidatesFor(name))}>
        {offered.map((student) => (
          <button
            key={student.studentUid}
            type="button"
            aria-pressed={student.studentUid === chosen}
            onClick={() => choose(student)}
          >
            <StudentName student={student} />
          </button>
        ))}
        {query.value === undefined && <Button size="small" text={SHEET.search} onClick={setTo(query, '')} />}
      </Chips>
      {query.value !== undefined && (
        <div class={styles.search}>
          <SearchInput
            label={SHEET.searchFor(name)}
            value={query.value}
            onInput={storeIn(query)}
            input={{ ref: takeFocus }}
          />
        </div>
      )}
      <p class="hint" role="status">
        {text.trim() !== '' && found.length === 0 && translate(WORDS.noneFound)}
      </p>
    </div>
  );
}

/** From the button that has opened the search. */
const takeFocus = (input: HTMLInputElement | null): void => input?.focus();
