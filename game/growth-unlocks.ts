import type { StateName } from '../contract/state-fields.ts';
import { ABILITY_FIELDS, WEAPON_LEVEL_CAPS, WEAPON_REQUIRED_TIER } from '../contract/state-rules.ts';
import type { GameServer } from './attributes.ts';
import { EQUIPMENT } from './equipment-slots.ts';
import { type FavouriteItem, type GrowthFacts, studentFacts } from './growth-facts.ts';
import {
  ABILITY_OPENS_AT,
  bondCap,
  equipmentLevelCap,
  FAVOURITE_ITEM_BONDS,
  SKILL_OPENS_AT,
  SLOT_OPENS_AT,
} from './growth-limits.ts';
import type { GrowthValues } from './growth-steps.ts';

/** What the game asks for a value of a state, or how far the value goes. */
export type UnlockCode =
  | 'levelWithoutTier'
  | 'equipmentCap'
  | 'slotOpens'
  | 'skillOpens'
  | 'abilityLevel'
  | 'abilityTier'
  | 'weaponOpens'
  | 'weaponBegins'
  | 'weaponCap'
  | 'bondCap'
  | 'favouriteItemBond'
  | 'favouriteItemNone'
  | 'favouriteItemServer';

export interface UnlockRemark {
  field: StateName;
  code: UnlockCode;
  /** The value that is needed, or the highest or lowest one that the game knows: 0 for a favourite item that is not there. */
  bound: number;
  /** The tier or the stars that a cap belongs to. */
  tier?: number;
}

export interface UnlockOptions {
  /** Without it, the highest bound of all servers counts. */
  server?: GameServer | undefined;
  /** The student's, null if she has none. Without it, nothing is said of it. */
  favouriteItem?: FavouriteItem | null | undefined;
}

/** What the game does not know or not yet open in a state. Nothing is refused for it. A value that is not known passes. */
export function* findUnlockRemarks(
  state: GrowthValues,
  { server, favouriteItem }: UnlockOptions = {},
): Generator<UnlockRemark> {
  const { tier, weaponTier, level } = state;
  for (const slot of EQUIPMENT) {
    if (!isKnown(state[slot.level])) continue;
    const slotTier = state[slot.tier];
    if (!isKnown(slotTier)) yield { field: slot.level, code: 'levelWithoutTier', bound: 1 };
    else
      yield* checkCap(slot.level, 'equipmentCap', state[slot.level], slotTier, equipmentLevelCap(slotTier));
  }
  for (const [slot, opensAt] of entriesOf(SLOT_OPENS_AT))
    if (isKnown(state[slot]) && isBelow(level, opensAt))
      yield { field: slot, code: 'slotOpens', bound: opensAt };
  for (const [skill, opensAt] of entriesOf(SKILL_OPENS_AT))
    if (isAbove(state[skill], 1) && isBelow(tier, opensAt))
      yield { field: skill, code: 'skillOpens', bound: opensAt };
  for (const field of ABILITY_FIELDS) {
    if (!isAbove(state[field], 0)) continue;
    if (isBelow(level, ABILITY_OPENS_AT.level))
      yield { field, code: 'abilityLevel', bound: ABILITY_OPENS_AT.level };
    if (isBelow(tier, ABILITY_OPENS_AT.tier))
      yield { field, code: 'abilityTier', bound: ABILITY_OPENS_AT.tier };
  }
  if (isAbove(weaponTier, 0)) {
    if (isBelow(tier, WEAPON_REQUIRED_TIER))
      yield { field: 'weaponTier', code: 'weaponOpens', bound: WEAPON_REQUIRED_TIER };
    if (state.weaponLevel === 0) yield { field: 'weaponLevel', code: 'weaponBegins', bound: 1 };
  }
  if (isKnown(weaponTier))
    yield* checkCap('weaponLevel', 'weaponCap', state.weaponLevel, weaponTier, WEAPON_LEVEL_CAPS[weaponTier]);
  if (isKnown(tier)) yield* checkCap('bond', 'bondCap', state.bond, tier, bondCap(tier, server));
  yield* checkFavouriteItem(state, { server, favouriteItem });
}

function* checkFavouriteItem(
  { equipSpecial, bond }: GrowthValues,
  { server, favouriteItem }: UnlockOptions,
): Generator<UnlockRemark> {
  const field = 'equipSpecial';
  const neededBond = FAVOURITE_ITEM_BONDS[(equipSpecial ?? 0) - 1];
  if (neededBond === undefined) return;
  const { servers } = favouriteItem ?? {};
  if (favouriteItem === null) yield { field, code: 'favouriteItemNone', bound: 0 };
  else if (server !== undefined && servers?.includes(server) === false)
    yield { field, code: 'favouriteItemServer', bound: 0 };
  else if (isBelow(bond, neededBond)) yield { field, code: 'favouriteItemBond', bound: neededBond };
}

function* checkCap(
  field: StateName,
  code: UnlockCode,
  value: number | null | undefined,
  tier: number,
  cap: number | undefined,
): Generator<UnlockRemark> {
  if (cap !== undefined && isAbove(value, cap)) yield { field, code, bound: cap, tier };
}

/** The remarks on what is wanted of a student, on top of her recorded state; of a student not recruited, of her stars. */
export function findGoalRemarks(
  facts: GrowthFacts,
  studentUid: string,
  recorded: GrowthValues,
  wanted: GrowthValues,
  server?: GameServer,
): UnlockRemark[] {
  const { star, special } = studentFacts(facts, studentUid);
  const wantedValues = Object.entries(wanted).filter(([, value]) => isKnown(value));
  const state = { ...recorded, tier: recorded.tier ?? star, ...Object.fromEntries(wantedValues) };
  const remarks = [...findUnlockRemarks(state, { server, favouriteItem: special })];
  return remarks.filter(({ field }) => isKnown(wanted[field]));
}

// A value that is not recorded, or not valid while it is typed, is compared with nothing.
const isKnown = (value: number | null | undefined): value is number => value !== null && value !== undefined;
const isAbove = (value: number | null | undefined, limit: number): boolean => isKnown(value) && value > limit;
const isBelow = (value: number | null | undefined, limit: number): boolean =>
  isKnown(value) && value >= 1 && value < limit;

const entriesOf = <Key extends StateName>(table: Readonly<Record<Key, number>>) =>
  Object.entries(table) as [Key, number][];
