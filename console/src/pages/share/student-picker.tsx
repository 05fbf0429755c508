import { type Signal, useComputed, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Panel } from '../../components/panel.tsx';
import { Pending } from '../../components/pending.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { storeIn, toggle } from '../../components/set-to.ts';
import { useBackButton } from '../../components/use-back-button.ts';
import { listValues } from '../../roster/attribute-conditions.ts';
import { AttributeFilters } from '../../roster/attribute-filters.tsx';
import { describeConditions } from '../../roster/attribute-names.ts';
import { FilterRows } from '../../roster/filter-chips.tsx';
import { filterRoster, NO_FILTER, type RosterFilter } from '../../roster/filter-roster.ts';
import {
  attributeLabels,
  catalogueVersion,
  isRosterLoaded,
  rosterEntries,
} from '../../roster/roster-store.ts';
import { createRosterSearch } from '../../roster/search-roster.ts';
import { FILTERS } from '../../texts/attribute-texts.ts';
import { ROSTER } from '../../texts/roster-texts.ts';
import { SHARE } from '../../texts/share-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';
import { PickerList } from './picker-list.tsx';
import type { ShareDraft } from './share-draft.ts';
import { StarFilter } from './star-filter.tsx';
import styles from './student-picker.module.css';

interface StudentPickerProps {
  draft: Signal<ShareDraft>;
  /** Why the roster is not there. */
  error: unknown;
  onRetry: () => void;
  onClose: () => void;
}

/** The students of a list: by search, filter and face, one by one or all that are found. */
export function StudentPicker({ draft, error, onRetry, onClose }: StudentPickerProps) {
  useBackButton(true, () => {
    onClose();
    return false;
  });
  return (
    <Panel title={SHARE.choose} look="window" class={styles.picker} onClose={onClose}>
      {isRosterLoaded.value ? (
        <Choices draft={draft} />
      ) : (
        <Pending rows={4} error={error} onRetry={onRetry} />
      )}
      <footer class={styles.footer}>
        <span role="status">{translate(SHARE.chosen(draft.value.chosen.length))}</span>
        <Button look="primary" text={SHARE.done} onClick={onClose} />
      </footer>
    </Panel>
  );
}

function Choices({ draft }: { draft: Signal<ShareDraft> }) {
  const query = useSignal('');
  const filter = useSignal<RosterFilter>(NO_FILTER);
  const isFilterOpen = useSignal(false);
  const chosen = useComputed<ReadonlySet<string>>(() => new Set(draft.value.chosen));
  // Those who were chosen and are not recruited any more can be taken out, and stay in the list until it is closed.
  const entries = useMemo(
    () =>
      rosterEntries().filter(({ student, state }) => state !== null || chosen.peek().has(student.studentUid)),
    [catalogueVersion.value],
  );
  const search = useMemo(
    () =>
      createRosterSearch(
        entries.map(({ student }) => student),
        attributeLabels.peek(),
      ),
    [entries],
  );
  const text = query.value.trim();
  const result = useMemo(() => (text === '' ? undefined : search(text)), [search, text]);
  const searched = useMemo(
    () => result?.places.flatMap((place) => entries[place] ?? []) ?? entries,
    [result, entries],
  );
  const found = useMemo(() => filterRoster(searched, filter.value), [searched, filter.value]);
  const meaning = describeConditions(result?.understood ?? {});
  const conditions = listValues(filter.value.attributes).length + (filter.value.stars === undefined ? 0 : 1);
  const uids = found.map(({ student }) => student.studentUid);
  const hasAll = uids.length > 0 && uids.every((uid) => chosen.value.has(uid));
  /** In the order of the catalogue, whatever was chosen first. */
  const choose = (changed: readonly string[], isChosen: boolean) => {
    const next = new Set(chosen.peek());
    for (const uid of changed)
      if (isChosen) next.add(uid);
      else next.delete(uid);
    const known = entries.flatMap(({ student: { studentUid } }) =>
      next.delete(studentUid) ? studentUid : [],
    );
    draft.value = { ...draft.peek(), chosen: [...known, ...next] };
  };
  const change = (changes: Partial<RosterFilter>) => {
    filter.value = { ...filter.peek(), ...changes };
  };
  return (
    <>
      <search class={styles.tools}>
        <SearchInput label={ROSTER.search} value={query.value} onInput={storeIn(query)} />
        <Button icon="filter" aria-expanded={isFilterOpen.value} onClick={toggle(isFilterOpen)}>
          <span>{translate(FILTERS.title)}</span>
          {conditions > 0 && <b>{conditions}</b>}
        </Button>
      </search>
      <div class={styles.scrolling}>
        {isFilterOpen.value && (
          <section class={styles.filters} aria-label={translate(FILTERS.title)}>
            <FilterRows>
              <StarFilter entries={searched} filter={filter.value} onChange={change} />
              <AttributeFilters entries={searched} filter={filter.value} onChange={change} />
            </FilterRows>
          </section>
        )}
        <div class={styles.found}>
          <p role="status">
            {translate(
              uids.length > 0
                ? ROSTER.people(uids.length)
                : entries.length > 0
                  ? WORDS.noneFound
                  : SHARE.noneRecruited,
            )}
            {meaning !== '' && <span class="soft"> {meaning}</span>}
          </p>
          {uids.length > 0 && (
            <Button
              size="small"
              text={hasAll ? SHARE.unchooseFound(uids.length) : SHARE.chooseFound(uids.length)}
              onClick={() => choose(uids, !hasAll)}
            />
          )}
        </div>
        <PickerList entries={found} chosen={chosen} onChoose={choose} />
      </div>
    </>
  );
}
