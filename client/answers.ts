import type { Change } from '../contract/history.ts';
import type { RecruitedStudent } from '../contract/state-fields.ts';

/** Whether the JSON of an answer is what its request returns. Members that it does not know are those of a later service. */
export type AnswerCheck<Answer> = (body: unknown) => body is Answer;

/** One page of a listing. */
export interface Page<Item> {
  students: Item[];
  /** The `cursor` of the next page; null on the last one. */
  nextCursor: string | null;
}

/** A student that a search found. */
export interface StudentSummary {
  studentUid: string;
  /** In Korean. */
  name: string;
}

/** A part of the changes of an account. */
export interface ChangePage {
  /** In ascending order. */
  readonly changes: readonly Change[];
  /** The number of the account's last change, also beyond this page; 0 if there was none. */
  readonly lastNumber: number;
}

/** The roster at an earlier time. */
export interface PastRoster {
  /** The moment that it shows: earlier than was asked for where only a day's first state is kept. */
  readonly asOf: string;
  /** In order of UID. */
  readonly students: readonly RecruitedStudent[];
}
