/** The JSON of the console API about a board that the player has made, or on which a link of the player stands. */
export interface BoardView {
  boardId: string;
  name: string;
  /** The name of the player who has made it. */
  maker: string;
  isMine: boolean;
  /** The address of the page. */
  url: string;
  /** The address with which others join; null if it is another player's board. */
  joinUrl: string | null;
  /** Who stands on it; null if it is another player's board. */
  members: readonly BoardMemberView[] | null;
  memberCount: number;
  /** The player's link on it. */
  shareId: string | null;
  createdAt: string;
}

export interface BoardMemberView {
  memberId: string;
  /** As the board shows it; null if it shows nothing of the member, whose link has ended. */
  player: string | null;
  isMe: boolean;
}

/** What an address to join leads to. */
export interface BoardInvitation {
  name: string;
  maker: string;
  memberCount: number;
  isFull: boolean;
  /** The player's link that stands on it. */
  shareId: string | null;
}
