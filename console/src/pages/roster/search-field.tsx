import { useRef } from 'preact/hooks';
import { SearchInput } from '../../components/search-input.tsx';
import { query } from '../../roster/roster-view-state.ts';
import { ROSTER } from '../../texts/roster-texts.ts';

export const SEARCH_FIELD_ID = 'roster-search';
export const STUDENT_LIST_ID = 'student-list';

/** Screens on which the results would begin below the keyboard. */
const isNarrow = matchMedia('(max-width: 64rem)');

/** Coming back to the field selects what was searched before, so that the next name replaces it. */
export function SearchField() {
  const isFresh = useRef(false);
  return (
    <SearchInput
      label={ROSTER.search}
      value={query.value}
      onInput={(value) => {
        isFresh.current = false;
        query.value = value;
        if (isNarrow.matches) document.getElementById(STUDENT_LIST_ID)?.scrollIntoView();
      }}
      input={{
        id: SEARCH_FIELD_ID,
        onFocus() {
          isFresh.current = true;
        },
        onClick({ currentTarget }) {
          // A click that gives the focus sets the caret after the event of the focus.
          if (isFresh.current) currentTarget.select();
          isFresh.current = false;
        },
      }}
    >
      <kbd>/</kbd>
    </SearchInput>
  );
}
