import type { Language } from '../../contract/bilingual.ts';
import { BOARD_AGE_MS, type OwnedStudent, type SharedBoard } from '../../contract/boards.ts';
import { BORROW_SLOTS, type SharedRoster, type SharedStudent } from '../../contract/shares.ts';
import type { OpenShare } from '../shares/records.ts';

/** A roster as a link shows it, when it was read, and the link as it was then. */
interface KeptRoster {
  readonly link: string;
  readonly readAt: number;
  readonly number: number;
  readonly roster: Promise<SharedRoster>;
}

/** The members of ten boards, of some 100 kB each. */
const MAX_KEPT = 300;

/**
 * What links show, for at most 30 seconds. Whether a link stands on a board is read each time, and a link that was changed
 * is read anew.
 */
export class RosterCache {
  readonly #read: (link: OpenShare, language: Language) => Promise<SharedRoster>;
  readonly #now: () => number;
  /** By account, link and language; the last to be read is the last. */
  readonly #kept = new Map<string, KeptRoster>();
  #number = 0;

  constructor(read: (link: OpenShare, language: Language) => Promise<SharedRoster>, now: () => number) {
    this.#read = read;
    this.#now = now;
  }

  /** The number is another one once it is read anew. */
  async find(link: OpenShare, language: Language): Promise<{ number: number; roster: SharedRoster }> {
    this.#forget();
    const name = [link.accountId, link.share.shareId, language].join(' ');
    const version = JSON.stringify([link.accountName, link.share.settings, link.share.createdAt]);
    let kept = this.#kept.get(name);
    if (kept?.link !== version) {
      this.#number += 1;
      kept = {
        link: version,
        readAt: this.#now(),
        number: this.#number,
        roster: this.#read(link, language),
      };
      this.#kept.delete(name);
      this.#kept.set(name, kept);
    }
    try {
      return { number: kept.number, roster: await kept.roster };
    } catch (error) {
      this.#kept.delete(name);
      throw error;
    }
  }

  #forget(): void {
    const oldest = this.#now() - BOARD_AGE_MS;
    for (const [name, { readAt }] of this.#kept) {
      if (readAt > oldest && readAt <= this.#now() && this.#kept.size <= MAX_KEPT) return;
      this.#kept.delete(name);
    }
  }
}

/** The rosters side by side. */
export function composeBoard(
  name: string,
  members: readonly { readonly player: string; readonly roster: SharedRoster }[],
): SharedBoard {
  const students = new Map<string, { name: string; of: OwnedStudent[] }>();
  const values = ({ studentUid: _, name: __, ...shown }: SharedStudent) => shown;
  for (const [member, { roster }] of members.entries())
    for (const student of roster.students) {
      const known = students.get(student.studentUid) ?? { name: student.name, of: [] };
      known.of.push({ member, ...values(student) });
      students.set(student.studentUid, known);
    }
  const borrow = BORROW_SLOTS.flatMap((slot) => {
    const borrowed = members.flatMap(({ roster }, member) => {
      const byUid = new Map(roster.students.map((student) => [student.studentUid, student]));
      return (roster.borrow?.[slot] ?? []).flatMap((studentUid) => {
        const student = byUid.get(studentUid);
        return student === undefined ? [] : [{ member, studentUid, ...values(student) }];
      });
    });
    return borrowed.length > 0 ? [[slot, borrowed] as const] : [];
  });
  return {
    name,
    members: members.map(({ player, roster }) => ({ player, updatedAt: roster.updatedAt })),
    students: Array.from(students, ([studentUid, { name: shown, of }]) => ({
      studentUid,
      name: shown,
      of,
    })).sort((one, other) => (one.studentUid < other.studentUid ? -1 : 1)),
    borrow: Object.fromEntries(borrow),
  };
}
