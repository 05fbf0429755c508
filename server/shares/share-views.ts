import type { WantedValues } from '../../contract/goals.ts';
import type { Borrow, SharedPart } from '../../contract/shares.ts';
import type { GrowthState } from '../../contract/state-fields.ts';

/** What a player decides about a link. The body that makes or changes one. */
export interface ShareSettings {
  name: string;
  shows: readonly SharedPart[];
  /** By UID. Null: all who are recruited, whoever that is when somebody looks. */
  students: readonly string[] | null;
  /** Whether the player's name is shown. */
  showsPlayer: boolean;
  /** They are shown too. */
  borrow: Borrow;
  /** Null: until it is deleted. */
  expiresAt: string | null;
}

/** The JSON of the console API about a link. */
export interface ShareView extends ShareSettings {
  shareId: string;
  /** The address of the page. */
  url: string;
  createdAt: string;
  /** When it was given its present address, if it had another before. */
  renewedAt: string | null;
  /** The picture that chats show, which is what it was when it was sent. */
  picture: { url: string; sentAt: string } | null;
}

/** What stands behind a link, for programs. What is not shown is absent. */
export interface SharedRoster {
  name: string;
  player?: string;
  shows: readonly SharedPart[];
  borrow?: Borrow;
  /** When something about these students was last written. */
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
