import type { BorrowSlot, SharedStudent } from './shares.ts';

/** A list of links that players show each other: `/b/<token>`, with `.json` for programs. */
export const BOARD_PATH = '/b';

/** Of an account. */
export const MAX_BOARDS = 5;
export const MAX_BOARD_MEMBERS = 30;
/** How long what the server has read of a member is shown, while the member is on the board. */
export const BOARD_AGE_MS = 30_000;

/** What stands on a board, for programs. Of each member, what the link shows, and nothing else. */
export interface SharedBoard {
  name: string;
  members: readonly BoardMember[];
  /** Everybody whom a member shows, in ascending order of UID. */
  students: readonly BoardStudent[];
  /** By what they can be borrowed for. */
  borrow: { readonly [Slot in BorrowSlot]?: readonly BorrowedStudent[] };
}

export interface BoardMember {
  /** The player's name, or that of the link if it hides the player. */
  player: string;
  /** As of the link. */
  updatedAt: string;
}

/** What a link shows of a student. */
export type ShownValues = Omit<SharedStudent, 'studentUid' | 'name'>;

export interface BoardStudent {
  studentUid: string;
  name: string;
  of: readonly OwnedStudent[];
}

export interface OwnedStudent extends ShownValues {
  /** The place among the members. */
  member: number;
}

export interface BorrowedStudent extends OwnedStudent {
  studentUid: string;
}
