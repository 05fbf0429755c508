import { MAX_STAR_RANK } from '../../../../contract/star-rank.ts';
import { STATE_FIELDS } from '../../../../contract/state-fields.ts';
import { Star } from '../../components/stars.tsx';
import { FilterChip, FilterGroup } from '../../roster/filter-chips.tsx';
import { filterRoster, type RosterFilter } from '../../roster/filter-roster.ts';
import type { RosterEntry } from '../../roster/roster-entry.ts';
import { ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../texts/translate.ts';

const RANKS = Array.from({ length: MAX_STAR_RANK }, (_, place) => place + 1);

interface StarFilterProps {
  entries: readonly RosterEntry[];
  filter: RosterFilter;
  onChange: (change: Pick<RosterFilter, 'stars'>) => void;
}

/** Stars that the students have, and those of the unique weapon. */
export const StarFilter = ({ entries, filter, onChange }: StarFilterProps) => (
  <FilterGroup name="stars" title={translate(ROSTER.stars)}>
    {RANKS.map((rank) => {
      const tier = Math.min(rank, STATE_FIELDS.tier.max);
      const weaponTier = rank - tier;
      const isPressed = filter.stars === rank;
      return (
        <FilterChip
          key={rank}
          isPressed={isPressed}
          count={filterRoster(entries, { ...filter, stars: rank }).length}
          onClick={() => onChange({ stars: isPressed ? undefined : rank })}
        >
          <span class="visually-hidden">{translate(ROSTER.starRank(tier, weaponTier))}</span>
          <Star isOfWeapon={weaponTier > 0} />
          <span aria-hidden="true">{weaponTier > 0 ? weaponTier : rank}</span>
        </FilterChip>
      );
    })}
  </FilterGroup>
);
