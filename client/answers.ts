import type { Change } from '../contract/history.ts';
import type { RecruitedStudent, StateName } from '../contract/state-fields.ts';

/** True if the JSON of an answer is what its request returns. A later service has more members. */
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

/** With the fields that were named; a list of names whose members the types do not tell may lack any. */
export type RosterStudent<Field extends StateName> = Pick<RecruitedStudent, 'studentUid'> &
  (StateName extends Field ? Partial<Pick<RecruitedStudent, StateName>> : Pick<RecruitedStudent, Field>);

/** The recruited students, with some of their fields. */
export interface WholeRoster<Student = RecruitedStudent> {
  /** In order of UID. */
  readonly students: readonly Student[];
  /** The time of the last change that it has; earlier where only a day's first state is kept. */
  readonly asOf: string;
  /** The number of that change. Pass it to `roster.changes` as `after`. */
  readonly lastNumber: number;
}
