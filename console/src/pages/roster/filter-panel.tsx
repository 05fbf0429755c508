import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { Dialog } from '../../components/dialog.tsx';
import { useBackButton } from '../../components/use-back-button.ts';
import { type ConditionAttribute, countValues, findValues } from '../../roster/attribute-conditions.ts';
import { nameOfAttribute, nameOfValue } from '../../roster/attribute-names.ts';
import { filterRoster, LEVEL_BOUNDS, MISSING_VALUES, NO_FILTER } from '../../roster/filter-roster.ts';
import type { RosterEntry } from '../../roster/roster-entry.ts';
import { attributeLabels, rosterEntries } from '../../roster/roster-store.ts';
import {
  changeFilter,
  filter,
  isFilterSheet,
  searchedEntries,
  showFilterPanel,
  toggleAttribute,
  visibleUids,
} from '../../roster/roster-view-state.ts';
import { FILTERS } from '../../texts/attribute-texts.ts';
import { MISSING_LABELS, ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../texts/translate.ts';
import { Chips } from './chips.tsx';
import styles from './filter-panel.module.css';

const FILTERED = [
  'school',
  'role',
  'squad',
  'attack',
  'armor',
  'star',
  'recruit',
] as const satisfies ConditionAttribute[];

/** Every filter with how many students it would show: above the list, and on a phone over it. */
export function FilterPanel() {
  const isSheet = useMemo(() => isFilterSheet.matches, []);
  return isSheet ? (
    <FilterSheet />
  ) : (
    <section class={styles.panel} aria-label={translate(FILTERS.title)}>
      <Conditions />
      <ClearButton />
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
    <Dialog title={translate(FILTERS.title)} class={styles.sheet} onClose={close}>
      <div class={styles.panel}>
        <Conditions />
      </div>
      <footer class="buttons">
        <ClearButton />
        <button type="button" class="button primary" onClick={close}>
          {translate(FILTERS.show(visibleUids.value.length))}
        </button>
      </footer>
    </Dialog>
  );
}

/** Stays where it is when there is nothing to clear, and so does the focus. */
const ClearButton = () => (
  <button
    type="button"
    class="text-button"
    aria-disabled={filter.value === NO_FILTER}
    onClick={() => changeFilter(NO_FILTER)}
  >
    {translate(FILTERS.clear)}
  </button>
);

function Conditions() {
  const entries = searchedEntries();
  const labels = attributeLabels.value;
  const values = useMemo(() => {
    const students = rosterEntries().map(({ student }) => student);
    return FILTERED.map((attribute) => [attribute, findValues(students, attribute, labels)] as const);
  }, [labels]);
  return (
    <>
      {values.map(([attribute, offered]) => (
        <AttributeChips key={attribute} attribute={attribute} values={offered} entries={entries} />
      ))}
      <LevelChips entries={entries} />
      <MissingChips entries={entries} />
    </>
  );
}

interface ChipsProps {
  /** Those of the search. */
  entries: readonly RosterEntry[];
}

interface AttributeChipsProps extends ChipsProps {
  attribute: ConditionAttribute;
  values: readonly string[];
}

function AttributeChips({ attribute, values, entries }: AttributeChipsProps) {
  const { attributes } = filter.value;
  const others = filterRoster(entries, {
    ...filter.value,
    attributes: { ...attributes, [attribute]: undefined },
  });
  const counts = countValues(
    others.map(({ student }) => student),
    attribute,
  );
  return (
    <ChipGroup name={attribute} title={nameOfAttribute(attribute)}>
      {values.map((value) => (
        <Chip
          key={value}
          isPressed={attributes[attribute]?.includes(value) ?? false}
          count={counts.get(value) ?? 0}
          onClick={() => toggleAttribute({ attribute, value })}
        >
          {nameOfValue({ attribute, value })}
        </Chip>
      ))}
    </ChipGroup>
  );
}

function LevelChips({ entries }: ChipsProps) {
  const { below } = filter.value;
  return (
    <ChipGroup name="level" title={translate(FILTERS.level)}>
      {LEVEL_BOUNDS.map((bound) => (
        <Chip
          key={bound}
          isPressed={below === bound}
          count={filterRoster(entries, { ...filter.value, below: bound }).length}
          onClick={() => changeFilter({ below: below === bound ? undefined : bound })}
        >
          <span class="visually-hidden">{translate(FILTERS.level)} </span>
          {translate(FILTERS.below(bound))}
        </Chip>
      ))}
    </ChipGroup>
  );
}

function MissingChips({ entries }: ChipsProps) {
  const { missing } = filter.value;
  return (
    <ChipGroup name="missing" title={translate(FILTERS.missing)}>
      {MISSING_VALUES.map((value) => (
        <Chip
          key={value}
          isPressed={missing === value}
          count={filterRoster(entries, { ...filter.value, missing: value }).length}
          onClick={() => changeFilter({ missing: missing === value ? undefined : value })}
        >
          {translate(MISSING_LABELS[value])}
        </Chip>
      ))}
    </ChipGroup>
  );
}

const ChipGroup = ({
  name,
  title,
  children,
}: {
  name: string;
  title: string;
  children: ComponentChildren;
}) => (
  <Chips name={name} legend={title} class={styles.row}>
    {children}
  </Chips>
);

interface ChipProps {
  isPressed: boolean;
  /** How many students the list would show of it. */
  count: number;
  onClick: () => void;
  children: ComponentChildren;
}

const Chip = ({ isPressed, count, onClick, children }: ChipProps) => (
  <button
    type="button"
    class={count === 0 ? styles.without : undefined}
    aria-pressed={isPressed}
    onClick={onClick}
  >
    <span>{children}</span> <b aria-hidden="true">{count}</b>
    <span class="visually-hidden">{translate(ROSTER.people(count))}</span>
  </button>
);
