import type { ChangedFields, ChangeKind, OperationKind } from '../../contract/history.ts';
import type { RecruitedStudent } from '../../contract/state-fields.ts';
import type { RosterSummary } from '../store/roster-summary.ts';

/** The JSON of the console API about history. Times are ISO 8601. */

/** The author of a group of changes. */
export type GroupAuthorView =
  /** `isApp`: a connected app has the key, or had it. */
  | { kind: 'key'; id: string; name: string; isApp: boolean; isRevoked: boolean }
  /** `sessionId` is that of the list of browsers; `browser` is the one of the changes, once the session has ended. */
  | { kind: 'console'; sessionId: string; browser: string; isCurrent: boolean; hasEnded: boolean }
  | { kind: 'operator' };

export interface ChangeView {
  number: number;
  at: string;
  studentUid: string;
  kind: ChangeKind;
  fields: ChangedFields;
}

export interface ChangeGroupView {
  /** The number of its first change. */
  group: number;
  startedAt: string;
  lastAt: string;
  by: GroupAuthorView;
  /** The kind of an operation on many students; null of single changes. */
  operation: OperationKind | null;
  /** The tool whose proposal the player has agreed to. */
  proposedBy?: string;
  /** Items taken from the stock: none where it only ended goals. Left out if it did neither. */
  spent?: Readonly<Record<string, number>>;
  /** All that are kept, in ascending order, also those that a filter does not ask for. */
  changes: ChangeView[];
}

/**
 * GET /history/groups?before=N&limit=20&author=key:ID|session:ID|console|operator&student=UID&kind=K&since=TIME: the
 * newest first. Also ?group=N for one.
 */
export interface ChangeGroupsView {
  /** ROLLBOOK_HISTORY. */
  isOn: boolean;
  groups: ChangeGroupView[];
  /** For the next page; null on the last. */
  nextBefore: number | null;
}

/** GET /history/authors: who has changes that are kept, the last first. For the filter. */
export interface HistoryAuthorsView {
  authors: HistoryAuthorView[];
}

export type HistoryAuthorView = GroupAuthorView & { lastAt: string; groups: number };

/** GET /history/roster?before=NUMBER or ?at=TIME or ?day=YYYY-MM-DD: the roster as it was. */
export interface PastRosterView {
  /** The moment that it shows: earlier than `at` where only a day's snapshot is kept. */
  asOf: string;
  students: RecruitedStudent[];
}

/** GET /history/growth: what happened since a week ago, and the summaries of the days that are kept; none with ?days=none. */
export interface GrowthView {
  /** ROLLBOOK_HISTORY. */
  isOn: boolean;
  /** Since the beginning of the day seven days ago, or of the first day that is kept. Null if none is. */
  week: { since: string; newStudents: number; grownStudents: number; bondRanks: number } | null;
  /**
   * The sums at the beginning of each day with a change, the oldest first; the last is now. Of days long ago, there is
   * one of a few: some 200 in all.
   */
  days: (RosterSummary & { at: string })[];
}
