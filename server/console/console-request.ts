import { sessionCaller } from '../auth/callers.ts';
import type { IncomingRequest } from '../request/incoming-request.ts';
import type { SessionStatus } from '../session/session-records.ts';
import type { AccountCaller } from '../store/caller.ts';

/** A request of the console that may come without a session. */
export interface OpenRequest {
  readonly incoming: IncomingRequest;
  readonly params: IncomingRequest['params'];
  readonly body: unknown;
  readonly session: SessionStatus | undefined;
}

/** A request of the console with the session that its route requires. */
export interface SessionRequest extends OpenRequest {
  readonly session: SessionStatus;
  readonly caller: AccountCaller;
}

export const withCaller = (request: OpenRequest, session: SessionStatus): SessionRequest => ({
  ...request,
  session,
  caller: sessionCaller(session),
});
