import type { Bilingual } from '../../../contract/bilingual.ts';
import type { GrowthState, StateName } from '../../../contract/state-fields.ts';
import type { GameServer, StudentAttributes } from '../../../game/attributes.ts';
import { findUnlockRemarks } from '../../../game/growth-unlocks.ts';
import { REMARKS } from '../../../game/unlock-texts.ts';
import { describeOwnStars } from '../texts/remark-texts.ts';

/** The student whose values they are. */
export interface RemarkedStudent {
  readonly name: string;
  readonly attributes: StudentAttributes;
  readonly server: GameServer;
}

export type GameRemarks = Partial<Record<StateName, Bilingual>>;

/** What the game does not know, by field. Nothing is refused for it. */
export function findRemarks(state: GrowthState, { name, attributes, server }: RemarkedStudent): GameRemarks {
  const remarks: GameRemarks = {};
  const { star = 0, special } = attributes;
  if (state.tier >= 1 && state.tier < star) remarks.tier = describeOwnStars(name, star);
  for (const remark of findUnlockRemarks(state, { server, favouriteItem: special }))
    remarks[remark.field] ??= REMARKS[remark.code](remark);
  return remarks;
}
