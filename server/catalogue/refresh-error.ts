import { UserError } from '../errors/user-error.ts';

/**
 * Why a refresh has changed nothing. `unreachable`: the source was not read. `unfit`: what it sent cannot be taken.
 * `recorded`: it lacks students that accounts have recorded. `shrunk`: it lacks many students.
 * `renamed`: it calls some by other names in every language. `failed`: this server.
 */
export type RefreshProblem = 'unreachable' | 'unfit' | 'recorded' | 'shrunk' | 'renamed' | 'failed';

/** A source that was not read, or whose content was refused. */
export class RefreshError extends UserError {
  readonly reason: RefreshProblem;

  constructor(reason: RefreshProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** For an error that says no more than what is wrong: what kind of problem it is. */
export const asRefreshError = (error: unknown, reason: RefreshProblem, prefix = ''): unknown => {
  if (!(error instanceof UserError)) return error;
  const kind = error instanceof RefreshError ? error.reason : reason;
  return new RefreshError(kind, prefix + error.message, { cause: error });
};
