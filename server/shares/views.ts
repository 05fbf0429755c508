import type { Borrow, SharedPart } from '../../contract/shares.ts';

/** The player's settings of a link. The body that makes or changes one. */
export interface ShareSettings {
  name: string;
  shows: readonly SharedPart[];
  /** By UID. Null: all who are recruited, whoever that is when somebody looks. */
  students: readonly string[] | null;
  /** True if the player's name is shown. */
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
  /** The version of the settings, for `If-Match`: it differs once they were changed elsewhere. */
  version: string;
  createdAt: string;
  /** When it was given its present address, if it had another before. */
  renewedAt: string | null;
  /** The picture that chats show, which is what it was when it was sent. */
  picture: { url: string; sentAt: string } | null;
}
