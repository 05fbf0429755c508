import { useMemo } from 'preact/hooks';
import { MAX_STAR_RANK, starsOfRank } from '../../../../contract/star-rank.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Star } from '../../components/stars.tsx';
import { useBackButton } from '../../components/use-back-button.ts';
import { AttributeFilters } from '../../roster/attribute-filters.tsx';
import { FilterChip, FilterGroup, FilterRows } from '../../roster/filter-chips.tsx';
import { filterRoster, LEVEL_BOUNDS, MISSING_VALUES, NO_FILTER } from '../../roster/filter-roster.ts';
import type { RosterEntry } from '../../roster/roster-entry.ts';
import { rosterEntries } from '../../roster/roster-store.ts';
import {
  changeFilter,
  filter,
  isFilterSheet,
  searchedEntries,
  shareStudents,
  showFilterPanel,
  visibleUids,
} from '../../roster/roster-view-state.ts';
import { FILTERS } from '../../texts/attribute-texts.ts';
import { MISSING_LABELS, ROSTER } from '../../texts/roster-texts.ts';
import { SELECTION } from '../../texts/selection-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './filter-panel.module.css';
import { ViewControls } from './view-controls.tsx';

/** Every filter with how many students it would show: above the list, and on a phone over it. */
export function FilterPanel() {
  const isSheet = useMemo(() => isFilterSheet.matches, []);
  return isSheet ? (
    <FilterSheet />
  ) : (
    <section class={styles.panel} aria-label={translate(FILTERS.title)}>
      <Conditions />
      <div class={styles.buttons}>
        <ShareButton />
        <ClearButton />
      </div>
    </section>
  );
}

function FilterSheet() {
  const close = () => showFilterPanel(false);
  useBackButton(true, () => {
    close();
    return false;
  });
  return (
    <Dialog title={FILTERS.title} class={styles.sheet} onClose={close}>
      <div class={styles.scrolling}>
        <ViewControls />
        <Conditions />
      </div>
      <footer>
        <ClearButton />
        <ShareButton />
        <Button look="primary" text={FILTERS.show(visibleUids.value.length)} onClick={close} />
      </footer>
    </Dialog>
  );
}

/** Stays where it is when there is nothing to clear, and so does the focus. */
const ClearButton = () => (
  <Button
    look="link"
    text={FILTERS.clear}
    disabled={filter.value === NO_FILTER}
    onClick={() => changeFilter(NO_FILTER)}
  />
);

/** Those of the list who are recruited, as the list of a new link. Its page takes the place of the sheet. */
function ShareButton() {
  const shown = new Set(visibleUids.value);
  const entries = rosterEntries().filter(
    ({ student, state }) => state !== null && shown.has(student.studentUid),
  );
  return (
    <Button
      look="link"
      text={SELECTION.link}
      disabled={entries.length === 0}
      onClick={() => {
        const replace = isFilterSheet.matches;
        if (replace) showFilterPanel(false);
        shareStudents(entries, { replace });
      }}
    />
  );
}

function Conditions() {
  const entries = searchedEntries();
  return (
    <FilterRows>
      <StarChips entries={entries} />
      <AttributeFilters entries={entries} filter={filter.value} onChange={changeFilter} />
      <LevelChips entries={entries} />
      <MissingChips entries={entries} />
    </FilterRows>
  );
}

const STAR_RANKS: readonly number[] = Array.from({ length: MAX_STAR_RANK }, (_, place) => place + 1);

interface ChipsProps {
  /** Those of the search. */
  entries: readonly RosterEntry[];
}

/** How many there are of each number of stars. */
function StarChips({ entries }: ChipsProps) {
  const { stars } = filter.value;
  return (
    <FilterGroup name="stars" title={translate(ROSTER.stars)}>
      {STAR_RANKS.map((rank) => {
        const { tier, weaponTier } = starsOfRank(rank);
        return (
          <FilterChip
            key={rank}
            isPressed={stars === rank}
            count={filterRoster(entries, { ...filter.value, stars: rank }).length}
            onClick={() => changeFilter({ stars: stars === rank ? undefined : rank })}
          >
            <span class="visually-hidden">{translate(ROSTER.starRank(tier, weaponTier))}</span>
            <Star isOfWeapon={weaponTier > 0} />
            <span aria-hidden="true">{weaponTier || tier}</span>
          </FilterChip>
        );
      })}
    </FilterGroup>
  );
}

function LevelChips({ entries }: ChipsProps) {
  const { below } = filter.value;
  return (
    <FilterGroup name="level" title={translate(FILTERS.level)}>
      {LEVEL_BOUNDS.map((bound) => (
        <FilterChip
          key={bound}
          isPressed={below === bound}
          count={filterRoster(entries, { ...filter.value, below: bound }).length}
          onClick={() => changeFilter({ below: below === bound ? undefined : bound })}
        >
          <span class="visually-hidden">{translate(FILTERS.level)} </span>
          {translate(FILTERS.below(bound))}
        </FilterChip>
      ))}
    </FilterGroup>
  );
}

function MissingChips({ entries }: ChipsProps) {
  const { missing } = filter.value;
  return (
    <FilterGroup name="missing" title={translate(FILTERS.missing)}>
      {MISSING_VALUES.map((value) => (
        <FilterChip
          key={value}
          isPressed={missing === value}
          count={filterRoster(entries, { ...filter.value, missing: value }).length}
          onClick={() => changeFilter({ missing: missing === value ? undefined : value })}
        >
          {translate(MISSING_LABELS[value])}
        </FilterChip>
      ))}
    </FilterGroup>
  );
}
