import type { AppContext } from '../app-context.ts';
import { rejectEndedCaller } from '../auth/callers.ts';
import type { LiveCatalogue } from '../catalogue/live-catalogue.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import type { SessionRequest } from '../console/console-request.ts';
import type { PortraitFolders } from '../portraits/portrait-routes.ts';
import { rejectSession } from '../session/session-errors.ts';
import type { Fetching } from './fetching.ts';
import type { BackupsView } from './operator-views.ts';

/** What the operator's page needs beside the console's. */
export interface OperatorContext extends ConsoleContext {
  readonly catalogue: Pick<LiveCatalogue, 'current' | 'refresh'>;
  readonly fetching: Fetching;
  /** Undefined where there is no folder for portraits. */
  readonly portraitFolders: PortraitFolders | undefined;
  readonly log: Pick<AppContext['log'], 'logger'>;
  /** Why automatic backups are not made now; null if they are, or are off. */
  readonly backupProblem: () => BackupsView['problem'];
  /** Rejects unless the store reads and makes a write durable. */
  readonly ready: () => Promise<void>;
  /** What the operator types to run the program where the server runs. */
  readonly program: string;
}

/** After a change that the store refused: because the session has ended, or the account is no operator's any more. */
export async function rejectEndedOperator(
  { store, now }: OperatorContext,
  { caller }: SessionRequest,
): Promise<never> {
  await rejectEndedCaller(store, caller, now());
  throw rejectSession('not-operator');
}
