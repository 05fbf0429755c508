import { toFieldError } from '../../contract/field-errors.ts';
import type { GrowthState, StudentPatch } from '../../contract/state-fields.ts';
import { checkStateRules } from '../../contract/violation-texts.ts';
import type { AppContext } from '../app-context.ts';
import { rejectEndedCaller } from '../auth/callers.ts';
import type { LiveCatalogue } from '../catalogue/live-catalogue.ts';
import { ApiError, invalidRequest } from '../errors/api-error.ts';
import { UnavailableError } from '../errors/unavailable-error.ts';
import type { AccountCaller, StudentWrite } from '../store/caller.ts';
import type { Step } from '../store/database.ts';
import type { StoredStudent, WrittenRecord, WrittenStudent } from '../store/stored-student.ts';
import { studentNotFoundError } from './student-errors.ts';

/** Other writers may change the student between a read and its write this often before the request gives up. */
const MAX_ATTEMPTS = 200;

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
    async write(
      caller: AccountCaller,
      uid: string,
      first: StoredStudent | undefined,
      decide: (stored: StoredStudent | undefined) => Decision | Promise<Decision>,
    ): Promise<WrittenStudent> {
      let stored = first;
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const { catalogue: known, importedVersion } = catalogue.current;
        if (known.resolve(uid) !== uid) throw studentNotFoundError(uid);
        const decision = await tryDecide(() => decide(stored));
        if (!(decision instanceof ApiError)) {
          const { next, steps = [] } = decision;
          const others = await findSteps(caller, uid, stored, next);
          const write = writeBy(caller, uid, [...steps, ...others]);
          const written = await store.writeStudent(write, next, stored, importedVersion);
          if (written) return written;
          await rejectEndedCaller(store, caller, now());
          if (stored === undefined) await catalogue.refresh();
        }
        const current = await store.readStudent(caller.accountId, uid);
        // An error describes the current state, not the state from before a slow body.
        if (decision instanceof ApiError && current?.json === stored?.json) throw decision;
        stored = current;
      }
      throw new UnavailableError(`${MAX_ATTEMPTS} other writers were first`);
    },

    /** Removes what `accept` returns, which throws if there is nothing to remove. */
    async remove(
      caller: AccountCaller,
      uid: string,
      accept: (stored: StoredStudent | undefined) => StoredStudent,
    ): Promise<WrittenRecord> {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const student = accept(await store.readStudent(caller.accountId, uid));
        const steps = await findSteps(caller, uid, student, undefined);
        const removed = await store.removeStudent(writeBy(caller, uid, steps), student);
        if (removed) return removed;
        await rejectEndedCaller(store, caller, now());
      }
      throw new UnavailableError(`${MAX_ATTEMPTS} other writers were first`);
    },
  };
}

export type StudentWriter = ReturnType<typeof createStudentWriter>;

async function tryDecide(decide: () => Decision | Promise<Decision>): Promise<Decision | ApiError> {
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
