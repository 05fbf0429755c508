import { MAX_DISPLAY_NAME_LENGTH } from '../../../../contract/limits.ts';
import { type Borrow, type BorrowSlot, SHARED_PARTS, type SharedPart } from '../../../../contract/shares.ts';
import type { ShareSettings, ShareView } from '../../../../server/shares/views.ts';

export const END_CHOICES = ['never', 'week', 'month', 'date'] as const;
type EndChoice = (typeof END_CHOICES)[number];

/** What the form of a link holds. */
export interface ShareDraft {
  readonly name: string;
  readonly shows: readonly SharedPart[];
  readonly students: 'all' | 'chosen';
  readonly chosen: readonly string[];
  readonly showsPlayer: boolean;
  readonly end: EndChoice;
  /** The last day of `date`, as its input has it. */
  readonly lastDay: string;
  readonly borrow: Borrow;
  /** Whether chats show a picture of it. */
  readonly hasPicture: boolean;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS = { week: 7, month: 30 } as const;

/** A link that shows all students and how they are built, but not what is planned. */
export const newDraft = (name: string, chosen: readonly string[] | undefined, now: number): ShareDraft => ({
  name,
  shows: ['weapon', 'growth', 'bond'],
  students: chosen === undefined ? 'all' : 'chosen',
  chosen: chosen ?? [],
  showsPlayer: false,
  end: 'never',
  lastDay: toDay(now + DAYS.week * DAY_MS),
  borrow: {},
  hasPicture: true,
});

export const draftOf = (share: ShareSettings & Pick<ShareView, 'picture'>, now: number): ShareDraft => {
  const { name, shows, students, showsPlayer, borrow, expiresAt, picture } = share;
  return {
    ...newDraft(name, students ?? undefined, now),
    ...{ shows, showsPlayer, borrow, hasPicture: picture !== null },
    ...(expiresAt !== null && { end: 'date', lastDay: toDay(Date.parse(expiresAt)) }),
  };
};

/** `before` is the end that the link has: its moment stays where the day does. */
export const toSettings = (draft: ShareDraft, before: string | null, now: number): ShareSettings => ({
  name: draft.name.trim(),
  shows: SHARED_PARTS.filter((part) => draft.shows.includes(part)),
  students: draft.students === 'all' ? null : listStudents(draft),
  showsPlayer: draft.showsPlayer,
  borrow: draft.borrow,
  expiresAt: toEnd(draft, before, now),
});

/** A list of nobody else has those who can be borrowed. */
const listStudents = ({ chosen, borrow }: ShareDraft): readonly string[] =>
  chosen.length > 0 ? chosen : [...new Set(Object.values(borrow).flat())];

function toEnd({ end, lastDay }: ShareDraft, before: string | null, now: number): string | null {
  if (end === 'never') return null;
  if (end !== 'date') return new Date(now + DAYS[end] * DAY_MS).toISOString();
  if (before !== null && toDay(Date.parse(before)) === lastDay) return before;
  const last = endOfDay(lastDay);
  return Number.isNaN(last) ? null : new Date(last).toISOString();
}

/** A slot without students is left out. */
export function setBorrowed(borrow: Borrow, slot: BorrowSlot, uids: readonly string[]): Borrow {
  const { [slot]: _, ...others } = borrow;
  return uids.length === 0 ? others : { ...others, [slot]: uids };
}

/** What the player has to decide before the link can be saved. */
export interface ShareProblems {
  readonly hasNoStudent: boolean;
  readonly end: 'missing' | 'past' | undefined;
}

export function findProblems(draft: ShareDraft, before: string | null, now: number): ShareProblems {
  return {
    hasNoStudent: draft.students === 'chosen' && listStudents(draft).length === 0,
    end: draft.end === 'date' ? findEndProblem(draft, before, now) : undefined,
  };
}

function findEndProblem(draft: ShareDraft, before: string | null, now: number): ShareProblems['end'] {
  const end = toEnd(draft, before, now);
  if (end === null) return 'missing';
  return Date.parse(end) <= now ? 'past' : undefined;
}

/** The day of a moment where the player is, as an input of a date has it. */
export function toDay(at: number): string {
  const date = new Date(at);
  const pad = (value: number, length = 2) => String(value).padStart(length, '0');
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** NaN for what is no day. */
const endOfDay = (day: string): number => Date.parse(`${day}T23:59:59`);

/** A name that no link has yet. */
export function freeName(base: string, taken: readonly string[]): string {
  for (let number = 2, name = base; ; number += 1) {
    if (!taken.includes(name)) return name;
    const suffix = ` ${number}`;
    name = `${[...base].slice(0, MAX_DISPLAY_NAME_LENGTH - suffix.length).join('')}${suffix}`;
  }
}
