import { computed, type Signal, useSignal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { CatalogueStudent } from '../../../../client/catalogue.ts';
import { findByName } from '../../../../client/find-by-name.ts';
import { Button, Buttons } from '../../components/button.tsx';
import { Chips } from '../../components/chips.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { setTo, storeIn } from '../../components/set-to.ts';
import { StudentName } from '../../components/student-name.tsx';
import { showToast } from '../../components/toast.tsx';
import { useAction } from '../../components/use-action.ts';
import { catalogue } from '../../roster/catalogue-state.ts';
import { createStudentSearch } from '../../roster/search-students.ts';
import { currentAccountId } from '../../session/session-state.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { SHEET } from '../../texts/sheet-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';
import { changeImportMemory } from './import-memory-state.ts';
import { openReview } from './import-state.ts';
import { listUnknownNames } from './list-unknown-names.ts';
import type { ImportReview } from './review-state.ts';
import styles from './unknown-names.module.css';

const SHOWN_AT_ONCE = 20;
const MAX_FOUND = 6;

/** Made once for all names. */
const search = computed(() => createStudentSearch(catalogue.value?.students ?? []));

/** Lets the player say who is meant, which is remembered. All that are picked are taken at once. */
export function UnknownNames({ review: { roster, prune, lower } }: { review: ImportReview }) {
  const picked = useSignal<ReadonlyMap<string, string>>(new Map());
  const shown = useSignal(SHOWN_AT_ONCE);
  const names = useMemo(() => listUnknownNames(roster), [roster]);
  const take = useAction(async () => {
    const aliases = Object.fromEntries(picked.peek());
    await changeImportMemory(currentAccountId(), { aliases });
    picked.value = new Map();
    await openReview({ prune, lower });
    showToast(SHEET.taken(Object.keys(aliases).length));
  });
  const hasNames = names.length > 0;
  const hadNames = useRef(hasNames);
  useLayoutEffect(() => {
    // The button that has taken the last names is gone.
    if (hadNames.current && !hasNames && document.activeElement === document.body)
      document.getElementById('import-review')?.focus({ preventScroll: true });
    hadNames.current = hasNames;
  }, [hasNames]);
  const count = picked.value.size;
  if (!hasNames) return null;
  return (
    <section class={styles.names} aria-labelledby="unknown-names">
      <h3 id="unknown-names">{translate(SHEET.namesTitle(names.length))}</h3>
      <p class="hint">{translate(SHEET.namesText)}</p>
      <ul>
        {names.slice(0, shown.value).map((name) => (
          <li key={name}>
            <NameField name={name} picked={picked} />
          </li>
        ))}
      </ul>
      <ErrorMessage error={take.error.value} />
      <Buttons>
        <Button look="primary" text={SHEET.take(count)} action={take} disabled={count === 0} />
        {shown.value < names.length && (
          <Button
            text={COMMON.showMore(Math.min(SHOWN_AT_ONCE, names.length - shown.value))}
            onClick={() => {
              shown.value += SHOWN_AT_ONCE;
            }}
          />
        )}
      </Buttons>
    </section>
  );
}

interface NameFieldProps {
  name: string;
  /** UIDs by names. */
  picked: Signal<ReadonlyMap<string, string>>;
}

/** The students whose names are similar, or all of them by a search. */
function NameField({ name, picked }: NameFieldProps) {
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
    <>
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
    </>
  );
}

/** From the button that has opened the search. */
const takeFocus = (input: HTMLInputElement | null): void => input?.focus();
