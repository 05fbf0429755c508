import { useMemo } from 'preact/hooks';
import { type ConditionAttribute, countValues, findValues, toggleValue } from './attribute-conditions.ts';
import { nameOfAttribute, nameOfValue } from './attribute-names.ts';
import { FilterChip, FilterGroup } from './filter-chips.tsx';
import { filterRoster, type RosterFilter } from './filter-roster.ts';
import type { RosterEntry } from './roster-entry.ts';
import { attributeLabels, rosterEntries } from './roster-store.ts';

const FILTERED = [
  'school',
  'role',
  'squad',
  'attack',
  'armor',
  'star',
  'recruit',
] as const satisfies ConditionAttribute[];

interface AttributeFiltersProps {
  /** Those that the filter chooses from. */
  entries: readonly RosterEntry[];
  filter: RosterFilter;
  onChange: (change: Pick<RosterFilter, 'attributes'>) => void;
}

/** A row for each attribute that the catalogue has, with how many students each value would show. */
export function AttributeFilters({ entries, filter, onChange }: AttributeFiltersProps) {
  const labels = attributeLabels.value;
  const values = useMemo(() => {
    const students = rosterEntries().map(({ student }) => student);
    return FILTERED.map((attribute) => [attribute, findValues(students, attribute, labels)] as const);
  }, [labels]);
  const { attributes } = filter;
  const countOf = (attribute: ConditionAttribute) => {
    const others = filterRoster(entries, {
      ...filter,
      attributes: { ...attributes, [attribute]: undefined },
    });
    return countValues(
      others.map(({ student }) => student),
      attribute,
    );
  };
  return (
    <>
      {values.map(([attribute, offered]) => {
        const counts = countOf(attribute);
        return (
          <FilterGroup key={attribute} name={attribute} title={nameOfAttribute(attribute)}>
            {offered.map((value) => (
              <FilterChip
                key={value}
                isPressed={attributes[attribute]?.includes(value) ?? false}
                count={counts.get(value) ?? 0}
                onClick={() => onChange({ attributes: toggleValue(attributes, { attribute, value }) })}
              >
                {nameOfValue({ attribute, value })}
              </FilterChip>
            ))}
          </FilterGroup>
        );
      })}
    </>
  );
}
