import { type GrowthState, STATE_FIELDS } from '../../../../contract/state-fields.ts';
import { bondProgress, rankOfExperience } from '../../../../game/bond-progress.ts';
import { Button } from '../../components/button.tsx';
import { PANEL } from '../../texts/panel-texts.ts';
import { translate } from '../../texts/translate.ts';

/** What the rank spans, what is left to the next one, and the rank that an experience belongs to. */
export function BondNote({
  state: { bond, bondExp },
  onRank,
}: {
  state: GrowthState;
  onRank: (rank: number) => void;
}) {
  const { min, max } = STATE_FIELDS.bond;
  if (bond !== null && !(bond >= min && bond <= max)) return null;
  const isExperience = bondExp !== null && Number.isInteger(bondExp) && bondExp <= STATE_FIELDS.bondExp.max;
  const rank = isExperience ? rankOfExperience(bondExp) : undefined;
  if (rank !== undefined && rank !== bond)
    return (
      <p class="hint" role="status">
        {translate(PANEL.bondOtherRank(rank))}{' '}
        <Button look="link" text={PANEL.useRank(rank)} onClick={() => onRank(rank)} />
      </p>
    );
  if (bond === null) return null;
  const { from, to, left } = bondProgress(bond, bondExp);
  return (
    <p class="hint">
      {translate(PANEL.bondInterval(from, to))} {left !== null && <b>{translate(PANEL.bondLeft(left))}</b>}
    </p>
  );
}
