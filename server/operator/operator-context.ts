import { rejectEndedCaller } from '../auth/callers.ts';
import type { SessionRequest } from '../console/console-request.ts';
import type { Services } from '../services.ts';
import { rejectSession } from '../session/session-errors.ts';
import type { Fetching } from './fetching.ts';
import type { BackupsView } from './views.ts';

/** The state of the process that serves, for the operator's page. */
export interface OperatorNeeds {
  readonly fetching: Fetching;
  /** Why automatic backups are not made now; null if they are, or are off. */
  readonly backupProblem: () => BackupsView['problem'];
  /** The program's name as the operator types it where the server runs. */
  readonly program: string;
}

export type OperatorContext = Services & OperatorNeeds;

/** After a change that the store refused: because the session has ended, or the account is no operator's any more. */
export async function rejectEndedOperator(
  { store, now }: OperatorContext,
  { caller }: SessionRequest,
): Promise<never> {
  await rejectEndedCaller(store, caller, now());
  throw rejectSession('not-operator');
}
