import { BETA_PREFIX } from '../contract/api-paths.ts';
import type { CompletedGoal, Goal, GoalCompletion, GoalSettings } from '../contract/goals.ts';
import { isCompletedGoal, isGoal, isGoalList, isRemoval } from './answer-checks.ts';
import type { ApiPromise, CallOptions, GuardedOptions } from './call.ts';
import { requireUid } from './check-changes.ts';
import { isRollbookError } from './rollbook-error.ts';
import type { ApiRequest, Transport } from './transport.ts';

/** The growth goals of the account. They outlive the removal of their students. */
export class Goals {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** All goals by priority, then UID; one read. */
  list(options: CallOptions = {}): ApiPromise<Goal[]> {
    const request: ApiRequest = { method: 'GET', prefix: BETA_PREFIX, path: '/goals' };
    return this.#transport.call(
      options,
      async (context) => (await this.#transport.send(request, isGoalList, context)).goals,
    );
  }

  /** The goal of a student. Throws `not_found` if there is none. */
  get(studentUid: string, options: CallOptions = {}): ApiPromise<Goal> {
    return this.#transport.call(options, async (context) =>
      this.#transport.send(goalRequest('GET', studentUid), isGoal, context),
    );
  }

  /**
   * Replaces the goal of a student, recruited or not: what it leaves out has its default. Takes a goal of `list`, too.
   * Sent again after an unknown outcome, since it has the same effect.
   */
  put(
    studentUid: string,
    goal: GoalSettings | Goal,
    { ifMatch, ...options }: GuardedOptions = {},
  ): ApiPromise<Goal> {
    const { studentUid: _, ...body } = { studentUid, ...goal };
    return this.#transport.call(options, async (context) => {
      const request: ApiRequest = {
        ...goalRequest('PUT', studentUid),
        body,
        ifMatch,
        isRepeatable: ifMatch === undefined,
      };
      return this.#transport.send(request, isGoal, context);
    });
  }

  /** Removes the goal of a student. Throws `not_found` if there is none. */
  remove(
    studentUid: string,
    { ifMatch, ...options }: GuardedOptions = {},
  ): ApiPromise<{ studentUid: string; deleted: true }> {
    return this.#transport.call(options, async (context) => {
      const request = { ...goalRequest('DELETE', studentUid), ifMatch };
      try {
        return await this.#transport.send(request, isRemoval, context);
      } catch (error) {
        if (!isRollbookError(error) || !error.mayBeProcessed || context.call.maxRetries === 0) throw error;
      }
      try {
        return await this.#transport.send({ ...request, isRepeatable: true }, isRemoval, context);
      } catch (error) {
        // The first attempt took effect.
        if (isRollbookError(error) && error.code === 'not_found') return { studentUid, deleted: true };
        throw error;
      }
    });
  }

  /**
   * Raises a recruited student to the goal, and takes what that costs out of the stock. Not sent again after an unknown
   * outcome. Call it again then: it spends nothing twice, and `not_found` says that the first call has ended the goal.
   */
  complete(
    studentUid: string,
    completion: GoalCompletion = {},
    { ifMatch, ...options }: GuardedOptions = {},
  ): ApiPromise<CompletedGoal> {
    return this.#transport.call(options, async (context) => {
      const request: ApiRequest = {
        ...goalRequest('POST', studentUid, '/complete'),
        body: completion,
        ifMatch,
      };
      return this.#transport.send(request, isCompletedGoal, context);
    });
  }
}

function goalRequest(method: 'GET' | 'PUT' | 'POST' | 'DELETE', studentUid: string, action = ''): ApiRequest {
  requireUid(studentUid);
  const path = `/goals/${encodeURIComponent(studentUid.toWellFormed())}${action}`;
  return { method, prefix: BETA_PREFIX, path };
}
