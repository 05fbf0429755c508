import type { GrowthState } from '../../../../contract/state-fields.ts';
import { bondProgress } from '../../../../game/bond-progress.ts';
import { NumberField } from '../../components/number-field.tsx';
import { PANEL } from '../../texts/panel-texts.ts';
import { translate } from '../../texts/translate.ts';

interface RankExperienceFieldProps {
  state: Pick<GrowthState, 'bond' | 'bondExp'>;
  isChanged: boolean;
  /** With the cumulative experience. */
  onChange: (bondExp: number | null) => void;
}

/** The experience within the bond rank, as the game shows it. */
export function RankExperienceField({
  state: { bond, bondExp },
  isChanged,
  onChange,
}: RankExperienceFieldProps) {
  if (bond === null || !isRankWithExperience(bond)) return null;
  const { from, to } = bondProgress(bond, bondExp);
  return (
    <NumberField
      label={translate(PANEL.rankExperience(to + 1 - from))}
      value={bondExp === null || bondExp < from ? null : bondExp - from}
      min={0}
      max={to - from}
      isChanged={isChanged}
      error={undefined}
      onChange={(value) => onChange(value === null ? null : from + value)}
    />
  );
}

const HIGHEST_RANK = 100;
const isRankWithExperience = (bond: number): boolean => bond >= 1 && bond < HIGHEST_RANK;
