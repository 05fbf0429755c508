import type { WantedValues } from './goals.ts';
import { type GrowthState, STATE_NAMES, type StateName } from './state-fields.ts';

/** A link that shows a roster: `/s/<token>`, with `.json` for programs and `.png` for its picture. */
export const SHARE_PATH = '/s';

/** What a link may show beside the names. */
export const SHARED_PARTS = ['weapon', 'growth', 'bond', 'goals'] as const;
export type SharedPart = (typeof SHARED_PARTS)[number];

/** A level of the unique weapon tells that there is one, so it is shown with the stars. */
const WEAPON: readonly StateName[] = ['tier', 'weaponTier', 'weaponLevel'];
const BOND: readonly StateName[] = ['bond', 'bondExp'];

/** The values of each part. Goals have the wanted ones, whatever else is shown. */
export const FIELDS_OF_PART: Record<SharedPart, readonly StateName[]> = {
  weapon: WEAPON,
  growth: STATE_NAMES.filter((name) => !WEAPON.includes(name) && !BOND.includes(name)),
  bond: BOND,
  goals: [],
};

/** What a friend can borrow a student for. */
export const BORROW_SLOTS = ['raid', 'jointFiring', 'conquest', 'tower'] as const;
export type BorrowSlot = (typeof BORROW_SLOTS)[number];

/** The students who can be borrowed, by UID. */
export type Borrow = { readonly [Slot in BorrowSlot]?: readonly string[] };
export const MAX_BORROWED_OF_SLOT = 2;

export const MAX_SHARES = 10;

/** The one size of a picture in chats, and the most bytes that it may have. */
export const SHARE_PICTURE = { width: 1200, height: 630, maxBytes: 300_000 } as const;

/** What stands behind a link, for programs. What is not shown is absent. */
export interface SharedRoster {
  name: string;
  player?: string;
  shows: readonly SharedPart[];
  borrow?: Borrow;
  /** When a student or a value that is shown was last changed, goals apart. */
  updatedAt: string;
  /** Those who are recruited, in ascending order of UID. */
  students: readonly SharedStudent[];
}

export interface SharedStudent extends Partial<GrowthState> {
  studentUid: string;
  name: string;
  /** The wanted values of her goal. */
  wanted?: WantedValues;
}
