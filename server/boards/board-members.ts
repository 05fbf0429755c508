import { type OpenShare, openPlace } from '../shares/records.ts';
import type { Database } from '../store/database.ts';
import type { StoredBoard, StoredMember } from './records.ts';

export interface FoundMember {
  readonly member: StoredMember;
  /** The link that stands on the board; undefined if nothing of the member may be seen. */
  readonly link: OpenShare | undefined;
}

/** Each is looked up in the member's own account. */
export const findMembers = (
  database: Database,
  { boardId, members }: StoredBoard,
  at: number,
): Promise<FoundMember[]> =>
  Promise.all(
    members.map(async (member) => ({
      member,
      link: await openPlace(database, member.accountId, boardId, at),
    })),
  );

/** A link that hides its player has its own name. */
export const nameOfMember = ({ accountName, share: { settings } }: OpenShare): string =>
  settings.showsPlayer ? accountName : settings.name;
