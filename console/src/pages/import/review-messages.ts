import type { Notice, ParsedGoals } from '../../../../client/formats/index.ts';
import type { RollbookError } from '../../../../client/rollbook-error.ts';
import type { Bilingual } from '../../../../contract/bilingual.ts';
import { hasCode } from '../../api/console-error.ts';
import type { RowGroup, RowMessage } from '../../changes/row-groups.tsx';
import { catalogue } from '../../roster/catalogue-state.ts';
import { describeRefusal } from '../../texts/describe-refusal.ts';
import { describeNotice, IMPORT, NOTICE_KINDS } from '../../texts/import-texts.ts';
import {
  givenStars,
  type ImportReview,
  isOfValue,
  listStarless,
  representativeOf,
  reviewEntries,
} from './review-state.ts';

interface Titled extends RowMessage {
  kind: string;
  title: Bilingual;
}

/** What was corrected or is uncertain, by kind, and does not stand in the row of a student. */
export function groupNotices(shown: ImportReview): RowGroup[] {
  const { roster, only } = shown;
  if (only !== undefined) return [];
  const nameOf = nameIn(roster);
  const listed = new Set([
    ...reviewEntries.value.map(({ studentUid }) => studentUid),
    ...listStarless(shown),
  ]);
  const isInRow = (studentUid: string, notice: Notice) =>
    isOfValue(notice) && listed.has(representativeOf(studentUid));
  return groupByKind([
    ...roster.warnings.filter(isShown).flatMap((notice) => toMessages(notice, nameOf)),
    ...roster.students.flatMap(({ studentUid, name, warnings }) =>
      warnings
        .filter((notice) => !isInRow(studentUid, notice))
        .map((notice) => toMessage(studentUid, name, notice)),
    ),
  ]);
}

/** Rows that cannot be read, and students that cannot be written, by reason. */
export function groupProblems(shown: ImportReview): RowGroup[] {
  const { roster, plan, only } = shown;
  const nameOf = nameIn(roster);
  const starless = listStarless(shown);
  const isShown = (studentUid: string) => only === undefined || only.has(studentUid);
  return groupByKind([
    ...roster.students.flatMap(({ studentUid, name, error }) =>
      error === undefined || only !== undefined ? [] : [toMessage(studentUid, name, error)],
    ),
    ...plan.entries.flatMap((entry) =>
      entry.action === 'refuse' && isShown(entry.studentUid)
        ? [
            {
              studentUid: entry.studentUid,
              name: nameOf(entry.studentUid),
              ...(starless.includes(entry.studentUid) && !givenStars.value.has(entry.studentUid)
                ? STARS_UNREAD
                : toReason(entry.error)),
            },
          ]
        : [],
    ),
  ]);
}

const STARS_UNREAD = { kind: 'stars_unread', title: IMPORT.starsUnread } as const;

/** Whether the review asks for what the group lacks. */
export const isAboutStars = ({ key }: RowGroup): boolean => key === STARS_UNREAD.kind;

/** What was corrected or left out of the goals and the stock of a text, by kind. */
export const groupGoalNotices = ({ goals, skipped, warnings }: ParsedGoals): RowGroup[] =>
  groupByKind([
    ...warnings.map((notice) => toMessage(undefined, undefined, notice)),
    ...skipped.map(({ studentUid, name, reason }) => toMessage(studentUid, name, reason)),
    ...goals.flatMap(({ studentUid, warnings: own }) =>
      own.map((notice) => toMessage(studentUid, undefined, notice)),
    ),
  ]);

/** The page says in words of its own what it takes of an account's file, of which other programs take less. */
const isShown = ({ code }: Notice): boolean => code !== 'roster_only';

type NameOf = (uid: string) => string | undefined;

/** The names that the text itself has. */
function nameIn({ students }: ImportReview['roster']): NameOf {
  const names = new Map(students.map(({ studentUid, name }) => [studentUid, name]));
  return (uid) => names.get(uid);
}

/** One for each student that a notice of the whole text lists. */
const toMessages = (notice: Notice, nameOf: NameOf): Titled[] =>
  notice.students === undefined
    ? [toMessage(undefined, undefined, notice)]
    : notice.students.map((uid) => ({
        kind: notice.code,
        title: NOTICE_KINDS[notice.code],
        studentUid: uid,
        name: nameOf(uid),
      }));

/** The sentences of the client name no option of the page. */
const SAID_BY_TITLE: readonly string[] = ['bare_row', 'untouched_defaults'] satisfies Notice['code'][];

const toMessage = (studentUid: string | undefined, name: string | undefined, notice: Notice): Titled => ({
  kind: notice.code,
  title: NOTICE_KINDS[notice.code],
  studentUid,
  name,
  text: SAID_BY_TITLE.includes(notice.code) ? undefined : describeNotice(notice),
});

function toReason(error: RollbookError): Omit<Titled, 'studentUid'> {
  if (hasCode(error, 'not_found'))
    return { kind: 'not_found', title: IMPORT.notInCatalogue(catalogue.value?.date) };
  if (!hasCode(error, 'invalid_request')) return { kind: 'conflict', title: IMPORT.twoStates };
  return { kind: 'rules', title: IMPORT.rulesBroken, text: describeRefusal(error) };
}

function groupByKind(messages: readonly Titled[]): RowGroup[] {
  return [...Map.groupBy(messages, ({ kind }) => kind)].map(([key, rows]) => ({
    key,
    title: (rows[0] as Titled).title,
    rows,
  }));
}
