import { toFieldError } from '../../contract/field-errors.ts';
import type { GrowthState, StudentPatch } from '../../contract/state-fields.ts';
import { checkStateRules } from '../../contract/violation-texts.ts';
import type { AppContext } from '../app-context.ts';
import { rejectEndedCaller } from '../auth/callers.ts';
import { ApiError, invalidRequest } from '../errors/api-error.ts';
import type { WriteRequest } from '../request/incoming-request.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { StudentWrite } from '../store/caller.ts';
import type { Step } from '../store/database.ts';
import { retryWrite } from '../store/retry-write.ts';
import type { StoredStudent, WrittenRecord, WrittenStudent } from '../store/stored-student.ts';
import { studentNotFoundError } from './student-errors.ts';

/** The author of a write, and its further wishes. */
export type WrittenBy = Pick<RequestContext, 'caller' | 'asked'>;

/** Finds what else a write changes, such as the stock. `next` is undefined where the student is removed. */
export type FindSteps = (
  by: WrittenBy & { readonly asked: WriteRequest },
  studentUid: string,
  stored: StoredStudent | undefined,
  next: GrowthState | undefined,
) => Promise<readonly Step[]>;

/** The state that is to be written; undefined if the record stays as it is. `steps` are those of the operation itself. */
export interface Decision {
  readonly next: GrowthState | undefined;
  readonly steps?: readonly Step[];
}

/**
 * Writes records by compare-and-set: what decides is called again with the stored student whenever another writer was
 * first.
 */
export function createStudentWriter(
  { store, catalogue, now }: Pick<AppContext, 'store' | 'catalogue' | 'now'>,
  findSteps: FindSteps,
) {
  async function writeBy(
    { caller, asked }: WrittenBy,
    studentUid: string,
    stored: StoredStudent | undefined,
    { next, steps = [] }: Partial<Decision>,
  ): Promise<StudentWrite> {
    const { takesBack, spends = false, endsGoal = false } = asked ?? {};
    const asksMore = takesBack !== undefined || spends || endsGoal;
    const more =
      asked !== undefined && asksMore ? await findSteps({ caller, asked }, studentUid, stored, next) : [];
    const { accountId } = caller;
    return {
      caller,
      at: now(),
      accountId,
      studentUid,
      operation: asked?.operation,
      steps: [...steps, ...more],
    };
  }

  return {
    /**
     * An import may drop the student at any `await`: the store then refuses a new record, and the next attempt finds no
     * such student.
     */
    async write<Decided extends Decision>(
      by: WrittenBy,
      uid: string,
      first: StoredStudent | undefined,
      decide: (stored: StoredStudent | undefined) => Decided | Promise<Decided>,
    ): Promise<{ written: WrittenStudent; decision: Decided }> {
      let stored = first;
      return retryWrite(async () => {
        const { catalogue: known, importedVersion } = catalogue.current;
        if (known.resolve(uid) !== uid) throw studentNotFoundError(uid);
        const decision = await tryDecide(() => decide(stored));
        if (!(decision instanceof ApiError) && decision.next !== undefined) {
          const write = await writeBy(by, uid, stored, decision);
          const written = await store.writeStudent(write, decision.next, stored, importedVersion);
          if (written) return { written, decision };
          await rejectEndedCaller(store, by.caller, now());
          if (stored === undefined) await catalogue.refresh();
        }
        const current = await store.readStudent(by.caller.accountId, uid);
        // What is not written is decided by the current state, not by that from before a slow body.
        if (current?.json === stored?.json) {
          if (decision instanceof ApiError) throw decision;
          if (decision.next === undefined && current)
            return { written: { ...current, change: undefined }, decision };
        }
        stored = current;
        return undefined;
      });
    },

    /** Removes what `accept` returns, which throws if there is nothing to remove. */
    remove(
      by: WrittenBy,
      uid: string,
      accept: (stored: StoredStudent | undefined) => StoredStudent,
    ): Promise<WrittenRecord> {
      return retryWrite(async () => {
        const student = accept(await store.readStudent(by.caller.accountId, uid));
        const removed = await store.removeStudent(await writeBy(by, uid, student, {}), student);
        if (removed === undefined) await rejectEndedCaller(store, by.caller, now());
        return removed;
      });
    },
  };
}

export type StudentWriter = ReturnType<typeof createStudentWriter>;

async function tryDecide<Decided>(decide: () => Decided | Promise<Decided>): Promise<Decided | ApiError> {
  try {
    return await decide();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** A state that breaks no rule by what was sent. */
export function requireValidState(next: GrowthState, sent: StudentPatch): GrowthState {
  const errors = checkStateRules(next, sent);
  if (errors.length > 0) throw invalidRequest(errors.map(toFieldError));
  return next;
}
