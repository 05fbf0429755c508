import type { FastifyReply, FastifyRequest } from 'fastify';
import { OPERATIONS, type OperationId } from '../../contract/operations.ts';
import type { SessionRequirement } from '../auth/sessions.ts';
import type { Config } from '../config.ts';
import { type MaybePromise, mapMaybe } from '../maybe-promise.ts';
import type { ApiRoute, ConsoleRoute } from '../routes/route-table.ts';
import type { RateLimiter } from '../store/rate-limiter.ts';
import { createAccountHandlers } from './account-handlers.ts';
import { compressList } from './compress-list.ts';
import { withEtag } from './conditional-requests.ts';
import type { ConsoleContext } from './console-context.ts';
import { createKeyHandlers } from './key-handlers.ts';
import { createPasskeyHandlers } from './passkey-handlers.ts';
import { createSessionHandlers } from './session-handlers.ts';
import { createSignInHandlers } from './sign-in-handlers.ts';

const CONSOLE_API_PREFIX = '/console/api';

/** Returns what is sent as JSON, or its text. */
type Handle = (request: FastifyRequest, reply: FastifyReply) => MaybePromise<unknown>;

/** Every request of the console. `apiRoutes` are the operations of the contract, here with a session for the key. */
export function consoleRoutes(
  context: ConsoleContext,
  config: Config,
  limiters: Record<ApiRoute['permission'], RateLimiter>,
  apiRoutes: readonly ApiRoute[],
): ConsoleRoute[] {
  const sessions = createSessionHandlers(context);
  const signIn = createSignInHandlers(context);
  const passkeys = createPasskeyHandlers(context);
  const keys = createKeyHandlers(context);
  const account = createAccountHandlers(context, config, limiters);
  return [
    route('GET', '/session', 'none', 'consoleSession', sessions.current),
    reserved(route('DELETE', '/session', 'any', 'consoleSignOut', sessions.signOut)),
    route('GET', '/sessions', 'full', 'consoleListSessions', sessions.list),
    reserved(route('DELETE', '/sessions', 'any', 'consoleSignOutEverywhere', sessions.signOutEverywhere)),
    reserved(route('DELETE', '/sessions/{sessionId}', 'verified', 'consoleEndSession', sessions.end)),
    reserved(route('POST', '/eviction', 'verified', 'consoleEvictIntruder', sessions.evictIntruder)),
    route('POST', '/sign-in/options', 'none', 'consoleSignInOptions', signIn.signInOptions),
    route('POST', '/sign-in', 'none', 'consoleSignIn', signIn.signIn),
    route('POST', '/sign-up/options', 'none', 'consoleSignUpOptions', signIn.signUpOptions),
    route('POST', '/sign-up', 'none', 'consoleSignUp', signIn.signUp),
    route('POST', '/token', 'none', 'consoleLookUpToken', signIn.lookUpToken),
    route('POST', '/enter', 'none', 'consoleEnter', signIn.enter),
    route('POST', '/recover', 'none', 'consoleRecover', signIn.recover),
    reserved(route('POST', '/verify/options', 'full', 'consoleVerifyOptions', passkeys.verifyOptions)),
    reserved(route('POST', '/verify', 'full', 'consoleVerify', passkeys.verify)),
    route('GET', '/passkeys', 'full', 'consoleListPasskeys', passkeys.list),
    route('POST', '/passkeys/options', 'add-passkey', 'consoleAddPasskeyOptions', passkeys.creationOptions),
    route('POST', '/passkeys', 'add-passkey', 'consoleAddPasskey', passkeys.add),
    route('PATCH', '/passkeys/{passkeyId}', 'verified', 'consoleRenamePasskey', passkeys.rename),
    reserved(route('DELETE', '/passkeys/{passkeyId}', 'verified', 'consoleRemovePasskey', passkeys.remove)),
    route(
      'POST',
      '/recovery-codes',
      'verified',
      'consoleReplaceRecoveryCodes',
      passkeys.replaceRecoveryCodes,
    ),
    compressRoute(route('GET', '/keys', 'full', 'consoleListKeys', keys.list)),
    route('POST', '/keys', 'verified', 'consoleIssueKey', keys.issue),
    route('POST', '/keys/{keyId}/rotate', 'verified', 'consoleRotateKey', keys.rotate),
    reserved(route('DELETE', '/keys/{keyId}', 'verified', 'consoleRevokeKey', keys.revoke)),
    compressRoute(route('GET', '/roster', 'full', 'consoleReadRoster', account.roster)),
    compressRoute(route('GET', '/activity', 'full', 'consoleActivity', account.activity)),
    route('POST', '/activity/import', 'full', 'consoleNoteImport', account.noteImport),
    // Not compressed: the data of other tools has no bound, and compression is synchronous.
    route('GET', '/export', 'full', 'consoleExport', account.export),
    route('PATCH', '/account', 'full', 'consoleRenameAccount', account.rename),
    route('DELETE', '/account', 'verified', 'consoleDeleteAccount', account.remove),
    route('GET', '/limits', 'full', 'consoleLimits', account.limits),
    ...apiRoutes.map(toConsoleRoute),
  ];
}

function route(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  session: SessionRequirement,
  operation: ConsoleRoute['operation'],
  handle: Handle,
): ConsoleRoute {
  return {
    methods: [method],
    path: CONSOLE_API_PREFIX + path,
    session,
    operation,
    permission: method === 'GET' ? 'read' : 'write',
    hasBody: method === 'POST' || method === 'PATCH',
    handle: (request, reply) =>
      mapMaybe(handle(request, reply), (answer) =>
        typeof answer === 'string' ? answer : JSON.stringify(answer),
      ),
  };
}

/** What ends access is possible however much somebody else sends with the same session. */
const reserved = (row: ConsoleRoute): ConsoleRoute => ({ ...row, countedAs: 'reserve' });

const compressRoute = (row: ConsoleRoute): ConsoleRoute => ({ ...row, handle: compressList(row.handle) });

/** The operations whose answer is the state of one student. */
const STATE_OPERATIONS: readonly OperationId[] = [
  'registerRecruitedStudent',
  'getRecruitedStudent',
  'patchRecruitedStudent',
];

function toConsoleRoute({ operation, handle, ...rest }: ApiRoute): ConsoleRoute {
  return {
    ...rest,
    path: CONSOLE_API_PREFIX + OPERATIONS[operation].path,
    session: 'full',
    ...(rest.permission === 'write' && { countedAs: 'student' }),
    operation: `console${operation[0]?.toUpperCase()}${operation.slice(1)}`,
    handle: STATE_OPERATIONS.includes(operation) ? withEtag(handle) : handle,
  };
}
