import { FieldErrors } from '../../contract/field-errors.ts';
import { completeGoal, type Goal, type GoalSettings } from '../../contract/goals.ts';
import type { AppContext } from '../app-context.ts';
import { rejectEndedCaller } from '../auth/callers.ts';
import { preconditionFailed, refuseWrite, throwFieldErrors } from '../auth/refuse-write.ts';
import { ApiError } from '../errors/api-error.ts';
import { tagOf } from '../http/etags.ts';
import { studentNotFoundError } from '../roster/student-errors.ts';
import type { AccountCaller } from '../store/caller.ts';
import { retryWrite } from '../store/retry-write.ts';
import { checkGoalRules, checkGoalShape } from './goal-checks.ts';
import {
  changeGoals,
  findGoal,
  type GoalBody,
  type GoalRow,
  listGoals,
  parseGoal,
  readGoalTexts,
  removeGoal,
} from './goal-records.ts';
import type { RequireMatch } from './preconditions.ts';

/** A goal to save for a student, or null to remove it. */
export interface GoalChange {
  readonly studentUid: string;
  readonly goal: GoalSettings | null;
  /** Nothing is changed unless the goal is still this one; null is none. */
  readonly seen?: GoalSettings | null;
}

type Goals = ReadonlyMap<string, GoalBody | null>;
/** Returns the stored texts that the write is to find, by UID. Throws if these are not those that were seen. */
type Expect = () => Promise<ReadonlyMap<string, string | undefined>>;

/** The growth goals of accounts, for the API and the console. */
export function createGoalActions({
  store,
  now,
  catalogue: { resolve },
}: Pick<AppContext, 'store' | 'now' | 'catalogue'>) {
  const { database } = store;

  function requireStudent(named: string): string {
    const studentUid = resolve(named);
    if (studentUid === undefined) throw studentNotFoundError(named);
    return studentUid;
  }

  /** Compare-and-set of the goals that were seen. */
  async function save(caller: AccountCaller, goals: Goals, expect?: Expect): Promise<void> {
    await retryWrite(async () => {
      const expected = await expect?.();
      if (await changeGoals(database, caller, now(), goals, expected)) return true;
      if (expected === undefined) await refuseWrite(store, caller, now());
      await rejectEndedCaller(store, caller, now());
      return undefined;
    });
  }

  /** The stored texts of the goals that were seen, which are compared again at the write. */
  async function requireSeen(accountId: string, seen: Goals): Promise<Map<string, string | undefined>> {
    const stored = await readGoalTexts(database, accountId);
    const texts = new Map([...seen.keys()].map((uid) => [uid, stored.get(uid)]));
    const current = new Map([...texts].map(([uid, text]) => [uid, text && completeGoal(JSON.parse(text))]));
    if (
      [...seen].some(([uid, goal]) => JSON.stringify(goal ?? '') !== JSON.stringify(current.get(uid) ?? ''))
    ) {
      const goals = [...current].flatMap(([studentUid, goal]) => (goal ? [{ studentUid, ...goal }] : []));
      throw preconditionFailed('목표', { goals: JSON.stringify(goals) });
    }
    return texts;
  }

  /** The goal that `If-Match` names. */
  const expectTagged =
    (accountId: string, studentUid: string, requireMatch: RequireMatch, isNeeded = false): Expect =>
    async () => {
      const row = await findGoal(database, accountId, studentUid);
      if (row === undefined && isNeeded) throw goalNotFoundError(studentUid);
      requireMatch(row && tagOfGoal(row));
      return new Map([[studentUid, row?.json]]);
    };

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

    async put(
      caller: AccountCaller,
      named: string,
      body: unknown,
      requireMatch?: RequireMatch,
    ): Promise<Goal> {
      throwFieldErrors(checkGoalShape(body));
      const settings = body as GoalSettings;
      const studentUid = requireStudent(named);
      const expect = requireMatch && expectTagged(caller.accountId, studentUid, requireMatch);
      await expect?.();
      throwFieldErrors(checkGoalRules(settings));
      const goal = completeGoal(settings);
      await save(caller, new Map([[studentUid, goal]]), expect);
      return { studentUid, ...goal };
    },

    async remove(
      caller: AccountCaller,
      named: string,
      requireMatch?: RequireMatch,
    ): Promise<{ studentUid: string; deleted: true }> {
      const studentUid = requireStudent(named);
      if (requireMatch !== undefined) {
        const expect = expectTagged(caller.accountId, studentUid, requireMatch, true);
        await save(caller, new Map([[studentUid, null]]), expect);
        return { studentUid, deleted: true };
      }
      const removed = await removeGoal(database, caller, now(), studentUid);
      if (removed === 'no-goal') throw goalNotFoundError(studentUid);
      if (removed === 'caller-ended') await refuseWrite(store, caller, now());
      return { studentUid, deleted: true };
    },

    /** All of them or none. */
    async change(caller: AccountCaller, changes: readonly GoalChange[]): Promise<void> {
      const goals = new Map<string, GoalBody | null>();
      const allSeen = new Map<string, GoalBody | null>();
      const errors = new FieldErrors();
      for (const [i, { studentUid, goal, seen }] of changes.entries()) {
        const uid = resolve(studentUid);
        if (uid === undefined) errors.add(`goals.${i}.studentUid`, '카탈로그에 없는 학생입니다.');
        else if (goals.has(uid)) errors.add(`goals.${i}.studentUid`, '같은 학생은 한 번만 보내십시오.');
        else {
          goals.set(uid, goal && completeGoal(goal));
          if (seen !== undefined) allSeen.set(uid, seen && completeGoal(seen));
          for (const { field, message } of goal === null ? [] : checkGoalRules(goal))
            errors.add(`goals.${i}.goal.${field}`, message);
        }
      }
      throwFieldErrors(errors);
      const expect = () => requireSeen(caller.accountId, allSeen);
      await save(caller, goals, allSeen.size > 0 ? expect : undefined);
    },
  };
}

/** The ETag of a goal, as its answer has it. */
export const tagOfGoal = (row: GoalRow): string => tagOf(JSON.stringify(parseGoal(row)));

export type GoalActions = ReturnType<typeof createGoalActions>;

export const goalNotFoundError = (uid: string): ApiError =>
  new ApiError('not_found', `이 계정에는 UID가 ${uid}인 학생의 성장 목표가 없습니다.`);
