import { ACCOUNT_HEADER } from '../../contract/console-headers.ts';
import type { AppContext } from '../app-context.ts';
import { SAME_ORIGIN_RESOURCE } from '../http/response-headers.ts';
import { takeReport } from '../rate-limit/rate-limit-headers.ts';
import { type IncomingRequest, readAdmittedBody, readWriteHeaders } from '../request/incoming-request.ts';
import { requireOwnPage, requireSameOrigin } from '../session/same-origin.ts';
import { readSessionCookie } from '../session/session-cookie.ts';
import { rejectSession } from '../session/session-errors.ts';
import { findSession, noteSessionUse, type SessionStatus } from '../session/session-records.ts';
import {
  accountOfSession,
  hashSessionToken,
  isUseWorthNoting,
  type SessionRequirement,
  sessionRejection,
} from '../session/sessions.ts';
import { findAccountOf } from '../store/account-lookups.ts';
import { checkBodyText } from './body-checks.ts';
import type { ConsoleLimits } from './console-limits.ts';
import type { ConsoleRequirement } from './console-requirement.ts';
import type { ConsoleSite } from './console-site.ts';

interface Admission {
  session: SessionStatus | undefined;
  readBody: () => Promise<unknown>;
}

export type AdmitSession = (request: IncomingRequest, requirement: ConsoleRequirement) => Promise<Admission>;

/** The checks of the API, with a session for the key: origin, session and what it may do, limit. */
export function createSessionAdmission(
  { store, now }: Pick<AppContext, 'store' | 'now'>,
  countRequest: ConsoleLimits['countRequest'],
  site: () => ConsoleSite,
  callerAddress: (request: IncomingRequest) => string,
): AdmitSession {
  return async (request, requirement) => {
    Object.assign(request.answerHeaders, SAME_ORIGIN_RESOURCE);
    if (requirement.permission === 'write') requireSameOrigin(request.headers, site().origin);
    if (requirement.isForOwnPages) requireOwnPage(request.headers);
    const found = await requireSession(request, requirement.session);
    const session = sessionRejection(found, 'any', now()) === undefined ? found : undefined;
    if (session !== undefined) {
      request.named.account = session.accountId;
      if (isUseWorthNoting(session, now())) noteUse(session);
    }
    const address = callerAddress(request);
    const { operation } = readWriteHeaders(request);
    takeReport(request, await countRequest(requirement, { session, address, operation }));
    return {
      session,
      readBody: () =>
        readAdmittedBody(
          request,
          session?.accountId,
          () => requireSession(request, requirement.session),
          requirement.hasLongBody ? undefined : checkBodyText,
        ),
    };
  };

  /** No request waits for the write or fails with it: reads go on while the disk is full or hangs. */
  function noteUse(session: SessionStatus): void {
    noteSessionUse(store.database, session, now()).catch(() => {});
  }

  async function requireSession(
    request: IncomingRequest,
    requirement: SessionRequirement,
  ): Promise<SessionStatus | undefined> {
    const found = await findRequestSession(request);
    const rejection = sessionRejection(found, requirement, now());
    if (rejection !== undefined) throw rejectSession(rejection);
    const { [ACCOUNT_HEADER]: expected } = request.headers;
    if (requirement !== 'none' && expected !== undefined && expected !== found?.accountId)
      throw rejectSession('other-account');
    return found;
  }

  async function findRequestSession({ headers }: IncomingRequest): Promise<SessionStatus | undefined> {
    const token = readSessionCookie(headers, site());
    if (token === undefined) return undefined;
    const digest = hashSessionToken(token);
    const accountId = accountOfSession(token) ?? (await findAccountOf(store.database, digest));
    return accountId === undefined ? undefined : findSession(store.database, accountId, digest);
  }
}
