import { FieldErrors } from '../../contract/field-errors.ts';
import { completeGoal, type Goal, type GoalSettings } from '../../contract/goals.ts';
import type { FieldError } from '../../contract/state-rules.ts';
import type { AppContext } from '../app-context.ts';
import { ApiError, invalidRequest } from '../errors/api-error.ts';
import type { AccountCaller } from '../store/caller.ts';
import { studentNotFoundError } from '../students/student-errors.ts';
import { checkGoalRules, checkGoalShape } from './goal-checks.ts';
import { changeGoals, findGoal, type GoalBody, listGoals, parseGoal, removeGoal } from './goal-records.ts';
import { refuseWrite } from './refuse-write.ts';

/** A goal to save for a student, or null to remove it. */
export interface GoalChange {
  readonly studentUid: string;
  readonly goal: GoalSettings | null;
}

/** The growth goals of accounts, for the API and the console. `resolve` finds the representative UID. */
export function createGoalActions(
  { store, now }: Pick<AppContext, 'store' | 'now'>,
  resolve: (uid: string) => string | undefined,
) {
  const { database } = store;

  function requireStudent(named: string): string {
    const studentUid = resolve(named);
    if (studentUid === undefined) throw studentNotFoundError(named);
    return studentUid;
  }

  async function save(caller: AccountCaller, goals: ReadonlyMap<string, GoalBody | null>): Promise<void> {
    const at = now();
    if (!(await changeGoals(database, caller, at, goals))) await refuseWrite(store, caller, now());
  }

  return {
    /** Without those of students who have left the catalogue. */
    async list(accountId: string): Promise<Goal[]> {
      const goals = await listGoals(database, accountId);
      return goals.filter(({ studentUid }) => resolve(studentUid) === studentUid);
    },

    /** `named` is a UID of any form, which the catalogue may lack. */
    async get(accountId: string, named: string): Promise<Goal> {
      const studentUid = requireStudent(named);
      const goal = await findGoal(database, accountId, studentUid);
      if (goal === undefined) throw goalNotFoundError(studentUid);
      return parseGoal(goal);
    },

    async put(caller: AccountCaller, named: string, body: unknown): Promise<Goal> {
      throwFieldErrors(checkGoalShape(body));
      const settings = body as GoalSettings;
      const studentUid = requireStudent(named);
      throwFieldErrors(checkGoalRules(settings));
      const goal = completeGoal(settings);
      await save(caller, new Map([[studentUid, goal]]));
      return { studentUid, ...goal };
    },

    async remove(caller: AccountCaller, named: string): Promise<{ studentUid: string; deleted: true }> {
      const studentUid = requireStudent(named);
      const removed = await removeGoal(database, caller, now(), studentUid);
      if (removed === 'no-goal') throw goalNotFoundError(studentUid);
      if (removed === 'caller-ended') await refuseWrite(store, caller, now());
      return { studentUid, deleted: true };
    },

    /** All of them or none. */
    async change(caller: AccountCaller, changes: readonly GoalChange[]): Promise<void> {
      const goals = new Map<string, GoalBody | null>();
      const errors = new FieldErrors();
      for (const [i, { studentUid, goal }] of changes.entries()) {
        const uid = resolve(studentUid);
        if (uid === undefined) errors.add(`goals.${i}.studentUid`, '카탈로그에 없는 학생입니다.');
        else if (goals.has(uid)) errors.add(`goals.${i}.studentUid`, '같은 학생은 한 번만 보내십시오.');
        else {
          goals.set(uid, goal && completeGoal(goal));
          for (const { field, message } of goal === null ? [] : checkGoalRules(goal))
            errors.add(`goals.${i}.goal.${field}`, message);
        }
      }
      throwFieldErrors(errors);
      await save(caller, goals);
    },
  };
}

export type GoalActions = ReturnType<typeof createGoalActions>;

function throwFieldErrors(errors: FieldErrors | readonly FieldError[]): void {
  if (errors.length > 0) throw invalidRequest(errors);
}

export const goalNotFoundError = (uid: string): ApiError =>
  new ApiError('not_found', `이 계정에는 UID가 ${uid}인 학생의 성장 목표가 없습니다.`);
