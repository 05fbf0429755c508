import { toFieldError } from '../../contract/field-errors.ts';
import type { GrowthState, StudentPatch } from '../../contract/state-fields.ts';
import { checkStateRules } from '../../contract/violation-texts.ts';
import type { AppContext } from '../app-context.ts';
import { rejectEndedCaller } from '../auth/callers.ts';
import type { LiveCatalogue } from '../catalogue/live-catalogue.ts';
import { ApiError, invalidRequest } from '../errors/api-error.ts';
import type { AccountCaller, StudentWrite } from '../store/caller.ts';
import type { Step } from '../store/database.ts';
import { retryWrite } from '../store/retry-write.ts';
import type { StoredStudent, WrittenRecord, WrittenStudent } from '../store/stored-student.ts';
import { studentNotFoundError } from './student-errors.ts';

/** What else the transaction of a write changes, such as the stock. `next` is undefined where the student is removed. */
export type FindSteps = (
  caller: AccountCaller,
  studentUid: string,
  stored: StoredStudent | undefined,
  next: GrowthState | undefined,
) => Promise<readonly Step[]>;

/** What is to be written. `steps` are those of the operation itself. */
export interface Decision {
  readonly next: GrowthState;
  readonly steps?: readonly Step[];
}

/**
 * Writes records by compare-and-set: what decides is called again with the stored student whenever another writer was
 * first.
 */
export function createStudentWriter(
  { store, now }: Pick<AppContext, 'store' | 'now'>,
  catalogue: Pick<LiveCatalogue, 'current' | 'refresh'>,
  findSteps: FindSteps,
) {
  const writeBy = (caller: AccountCaller, studentUid: string, steps: readonly Step[]): StudentWrite => ({
    caller,
    at: now(),
    accountId: caller.accountId,
    studentUid,
    steps,
  });

  return {
    /**
     * An import may drop the student at any `await`: the store then refuses a new record, and the next attempt finds no
     * such student.
     */
    async write<Decided extends Decision>(
      caller: AccountCaller,
      uid: string,
      first: StoredStudent | undefined,
      decide: (stored: StoredStudent | undefined) => Decided | Promise<Decided>,
    ): Promise<{ written: WrittenStudent; decision: Decided }> {
      let stored = first;
      return retryWrite(async () => {
        const { catalogue: known, importedVersion } = catalogue.current;
        if (known.resolve(uid) !== uid) throw studentNotFoundError(uid);
        const decision = await tryDecide(() => decide(stored));
        if (!(decision instanceof ApiError)) {
          const { next, steps = [] } = decision;
          const others = await findSteps(caller, uid, stored, next);
          const write = writeBy(caller, uid, [...steps, ...others]);
          const written = await store.writeStudent(write, next, stored, importedVersion);
          if (written) return { written, decision };
          await rejectEndedCaller(store, caller, now());
          if (stored === undefined) await catalogue.refresh();
        }
        const current = await store.readStudent(caller.accountId, uid);
        // An error describes the current state, not the state from before a slow body.
        if (decision instanceof ApiError && current?.json === stored?.json) throw decision;
        stored = current;
        return undefined;
      });
    },

    /** Removes what `accept` returns, which throws if there is nothing to remove. */
    remove(
      caller: AccountCaller,
      uid: string,
      accept: (stored: StoredStudent | undefined) => StoredStudent,
    ): Promise<WrittenRecord> {
      return retryWrite(async () => {
        const student = accept(await store.readStudent(caller.accountId, uid));
        const steps = await findSteps(caller, uid, student, undefined);
        const removed = await store.removeStudent(writeBy(caller, uid, steps), student);
        if (removed === undefined) await rejectEndedCaller(store, caller, now());
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
