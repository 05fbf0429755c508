import { quoteUid } from '../contract/quoted-text.ts';
import {
  REQUIRED_NAMES,
  type RecruitedStudent,
  type StudentPatch,
  type StudentRegistration,
} from '../contract/state-fields.ts';
import { isPageOfStates, isRemoval, isState, isWrittenState } from './answer-checks.ts';
import type { AnswerCheck } from './answers.ts';
import type { ApiPromise, CallContext, CallOptions } from './call.ts';
import { changesTo, conflictError, hasReached, isSame } from './changes.ts';
import { checkChanges, checkWanted, requireUid } from './check-changes.ts';
import { omitLosses } from './compare-values.ts';
import { FullListing } from './listing.ts';
import { isRollbookError, RollbookError, type RollbookErrorCode } from './rollbook-error.ts';
import type { ApiRequest, Transport } from './transport.ts';

/** How often `ensure` starts over. */
const MAX_ROUNDS = 5;
const REGISTRATION_CODES: readonly RollbookErrorCode[] = [
  'student_not_recruited',
  'student_already_recruited',
];
/** Errors that a look at the student can find out, other than its state. */
const FINDINGS: readonly RollbookErrorCode[] = [...REGISTRATION_CODES, 'not_found', 'conflict'];

/** Options of `roster.register`. */
export interface RegisterOptions extends CallOptions {
  /** Leave each value as it is that would be lowered or cleared, also if another tool has just raised it. */
  raiseOnly?: boolean | undefined;
}

/** Options of `roster.patch`. */
export interface PatchOptions extends RegisterOptions {
  /**
   * The tag that the student must still have. For the console, whose API compares it; /v1 does not.
   * @internal
   */
  ifMatch?: string | undefined;
}

/** Options of `roster.remove`. */
export interface RemoveOptions extends Omit<PatchOptions, 'raiseOnly'> {
  /** Do not send the removal again if the student is in another state by then. */
  expected?: RecruitedStudent | undefined;
}

/** How a student came to the wanted state. */
export type Ensured = {
  readonly outcome: 'registered' | 'changed' | 'unchanged';
  readonly state: RecruitedStudent;
};

/**
 * The recruited students of the key's account, one at a time. After a failure that leaves open whether a write took effect, each
 * method reads the student and sends again only what is missing.
 */
export class RosterStudents {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The recruited students in order of UID. Await it for an array, or iterate over it; a hundred students are one read. */
  list(options: CallOptions = {}): FullListing<RecruitedStudent> {
    return new FullListing(this.#transport, '/me/students', {}, isPageOfStates, options);
  }

  /** The state of a recruited student. Throws `student_not_recruited` if there is none. */
  get(studentUid: string, options: CallOptions = {}): ApiPromise<RecruitedStudent> {
    return this.#transport.call(options, async (context) => {
      requireUid(studentUid);
      return this.#transport.send({ method: 'GET', path: pathOf(studentUid) }, isState, context);
    });
  }

  /**
   * Registers a student. Throws `student_already_recruited` if the student is registered. What the state leaves out is
   * null.
   */
  register(
    state: StudentRegistration,
    { raiseOnly, ...options }: RegisterOptions = {},
  ): ApiPromise<RecruitedStudent> {
    return this.#transport.call(options, async (context) => {
      checkWanted(state, REQUIRED_NAMES);
      return this.#sendUntilKnown(
        () => ({ method: 'POST', path: '/me/students', body: state, raiseOnly }),
        isWrittenState,
        async () => {
          const current = await this.#find(state.studentUid, context);
          if (current === undefined || hasReached(current, raiseOnly ? omitLosses(current, state) : state))
            return current;
          throw new RollbookError(
            'student_already_recruited',
            `${quoteUid(state.studentUid)} is registered already, in another state.`,
          );
        },
        context,
      );
    });
  }

  /** Changes the named fields only. Throws `student_not_recruited` if the student is not registered. */
  patch(
    studentUid: string,
    changes: StudentPatch,
    { raiseOnly, ...options }: PatchOptions = {},
  ): ApiPromise<RecruitedStudent> {
    return this.#transport.call(options, async (context) => {
      checkChanges(studentUid, changes);
      let missing = changes;
      return this.#sendUntilKnown(
        () => ({
          method: 'PATCH',
          path: pathOf(studentUid),
          body: missing,
          ifMatch: options.ifMatch,
          raiseOnly,
        }),
        isWrittenState,
        async () => {
          const current = await this.get(studentUid, context);
          missing = changesTo(current, raiseOnly ? omitLosses(current, changes) : changes);
          return Object.keys(missing).length === 0 ? current : undefined;
        },
        context,
      );
    });
  }

  /** Removes a student, and the student's bond as well. */
  remove(
    studentUid: string,
    { expected, ...options }: RemoveOptions = {},
  ): ApiPromise<{ studentUid: string; deleted: true }> {
    return this.#transport.call(options, async (context) => {
      requireUid(studentUid);
      return this.#sendUntilKnown(
        () => ({ method: 'DELETE', path: pathOf(studentUid), ifMatch: options.ifMatch }),
        isRemoval,
        async () => {
          const current = await this.#find(studentUid, context);
          if (current === undefined) return { studentUid, deleted: true };
          if (expected !== undefined && !isSame(current, expected)) throw conflictError(studentUid);
          return undefined;
        },
        context,
      );
    });
  }

  /** Brings one student to a state, recruited or not. What the state does not name stays as it is. */
  ensure(wanted: StudentRegistration, options: CallOptions = {}): ApiPromise<Ensured> {
    return this.#transport.call(options, async (context) => {
      checkWanted(wanted, REQUIRED_NAMES);
      for (let round = 1; ; round += 1)
        try {
          const current = await this.#find(wanted.studentUid, context);
          if (current === undefined)
            return { outcome: 'registered', state: await this.register(wanted, context) };
          const changes = changesTo(current, wanted);
          if (Object.keys(changes).length === 0) return { outcome: 'unchanged', state: current };
          return { outcome: 'changed', state: await this.patch(wanted.studentUid, changes, context) };
        } catch (error) {
          // Somebody else registered or removed the student in between.
          const isRace = isRollbookError(error) && REGISTRATION_CODES.includes(error.code);
          if (!isRace || round >= MAX_ROUNDS) throw error;
        }
    });
  }

  async #find(studentUid: string, context: CallContext): Promise<RecruitedStudent | undefined> {
    try {
      return await this.get(studentUid, context);
    } catch (error) {
      if (isRollbookError(error) && error.code === 'student_not_recruited') return undefined;
      throw error;
    }
  }

  /**
   * Sends a write until its outcome is known. `lookUp` returns the result if the write has taken effect, or undefined
   * if it must be sent again.
   */
  async #sendUntilKnown<T>(
    toRequest: () => ApiRequest,
    isAnswer: AnswerCheck<T>,
    lookUp: () => Promise<T | undefined>,
    context: CallContext,
  ): Promise<T> {
    const { maxRetries } = context.call;
    for (let round = 1; ; round += 1)
      try {
        return await this.#transport.send(toRequest(), isAnswer, context);
      } catch (error) {
        if (!isRollbookError(error) || maxRetries === 0) throw error;
        // The first attempt may have taken effect after it was looked up.
        const isOwnEffect = round > 1 && REGISTRATION_CODES.includes(error.code);
        if (!error.mayBeProcessed && !isOwnEffect) throw error;
        const result = await lookUp().catch((lookUpError) => {
          // A look that fails tells nothing of the write.
          throw isRollbookError(lookUpError) && !FINDINGS.includes(lookUpError.code) ? error : lookUpError;
        });
        if (result !== undefined) return result;
        if (round > maxRetries) throw error;
      }
  }
}

/** A UID with half a character, which no URL can express, is that of no student either way. */
const pathOf = (studentUid: string): string =>
  `/me/students/${encodeURIComponent(studentUid.toWellFormed())}`;
