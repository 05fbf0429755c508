import { starsOfRank } from '../../../../contract/star-rank.ts';
import { Button } from '../../components/button.tsx';
import { Chips } from '../../components/chips.tsx';
import { focusNeighbour } from '../../components/focus-neighbour.ts';
import { Icon } from '../../components/icon.tsx';
import { listValues } from '../../roster/attribute-conditions.ts';
import { nameOfAttribute, nameOfValue } from '../../roster/attribute-names.ts';
import { NO_FILTER } from '../../roster/filter-roster.ts';
import {
  changeFilter,
  filter,
  isFilterPanelOpen,
  isFilterSheet,
  showFilterPanel,
  toggleAttribute,
} from '../../roster/roster-view-state.ts';
import { FILTERS } from '../../texts/attribute-texts.ts';
import { MISSING_LABELS, ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './active-filters.module.css';

const FILTER_BUTTON_ID = 'roster-filter-button';
export const FILTER_PANEL_ID = 'roster-filter-panel';

interface ActiveFilter {
  readonly about: string;
  readonly value: string;
  readonly remove: () => void;
}

/** Those of the panel, which on a phone has all: the others are always in sight. */
function listActiveFilters(): ActiveFilter[] {
  const { recruited, stars, attributes, below, missing } = filter.value;
  const active: ActiveFilter[] = listValues(attributes).map((condition) => ({
    about: nameOfAttribute(condition.attribute),
    value: nameOfValue(condition),
    remove: () => toggleAttribute(condition),
  }));
  if (recruited !== 'all' && isFilterSheet.matches)
    active.unshift({
      about: translate(ROSTER.recruitment),
      value: translate(ROSTER.recruited[recruited]),
      remove: () => changeFilter({ recruited: 'all' }),
    });
  if (stars !== undefined) {
    const { tier, weaponTier } = starsOfRank(stars);
    active.unshift({
      about: translate(ROSTER.stars),
      value: translate(ROSTER.shortRank(tier, weaponTier)),
      remove: () => changeFilter({ stars: undefined }),
    });
  }
  if (below !== undefined)
    active.push({
      about: translate(FILTERS.level),
      value: translate(FILTERS.below(below)),
      remove: () => changeFilter({ below: undefined }),
    });
  if (missing !== undefined)
    active.push({
      about: translate(FILTERS.missing),
      value: translate(MISSING_LABELS[missing]),
      remove: () => changeFilter({ missing: undefined }),
    });
  return active;
}

/** Opens the panel, or closes it; leads to one that is open and out of sight. */
export function FilterButton() {
  const count = listActiveFilters().length;
  const isOpen = isFilterPanelOpen.value;
  return (
    <Button
      size="small"
      class={styles.button}
      icon="filter"
      id={FILTER_BUTTON_ID}
      aria-expanded={isOpen}
      aria-controls={FILTER_PANEL_ID}
      onClick={({ currentTarget }) => {
        const panel = document.getElementById(FILTER_PANEL_ID);
        const { bottom } = currentTarget.getBoundingClientRect();
        const isHidden = panel !== null && panel.getBoundingClientRect().bottom < bottom;
        if (!isOpen || !isHidden) showFilterPanel(!isOpen);
        if (isHidden && !isFilterSheet.matches) panel.scrollIntoView({ block: 'start' });
      }}
    >
      <span class={styles.label}>{translate(FILTERS.title)}</span> {count > 0 && <b>{count}</b>}
    </Button>
  );
}

/** What the panel filters by, to be taken away while the panel is closed. */
export function ActiveFilters() {
  const active = listActiveFilters();
  return (
    active.length > 0 && (
      <Chips legend={translate(FILTERS.active)} look="line" class={styles.active}>
        {active.map(({ about, value, remove }) => (
          <button
            key={`${about} ${value}`}
            type="button"
            aria-label={translate(FILTERS.remove(`${about} ${value}`))}
            onClick={({ currentTarget }) => {
              focusNeighbour(currentTarget, currentTarget.parentElement, focusFilterButton);
              remove();
            }}
          >
            <span class="soft">{about}</span> {value} <Icon name="close" />
          </button>
        ))}
        {active.length > 1 && (
          <Button
            look="link"
            text={FILTERS.clear}
            onClick={() => {
              focusFilterButton();
              changeFilter(NO_FILTER);
            }}
          />
        )}
      </Chips>
    )
  );
}

const focusFilterButton = (): void => document.getElementById(FILTER_BUTTON_ID)?.focus();
