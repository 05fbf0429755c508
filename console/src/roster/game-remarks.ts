import type { Bilingual } from '../../../contract/bilingual.ts';
import type { GrowthState, StateName } from '../../../contract/state-fields.ts';
import { findUnlockRemarks } from '../../../game/growth-unlocks.ts';
import { REMARKS } from '../texts/remark-texts.ts';

export type GameRemarks = Partial<Record<StateName, Bilingual>>;

/** What the game does not know, by field. Nothing is refused for it. */
export function findRemarks(state: GrowthState): GameRemarks {
  const remarks: GameRemarks = {};
  for (const remark of findUnlockRemarks(state)) remarks[remark.field] ??= REMARKS[remark.code](remark);
  return remarks;
}
