import { jsonOutcome, type Outcome, piecesOutcome } from '../request/outcome.ts';
import { defineRoute, type InTurn } from '../routes/define-route.ts';
import { type Route, withHead } from '../routes/route-table.ts';
import type { AccountQueue } from '../scheduling/account-queue.ts';
import type { SessionRequirement } from '../session/sessions.ts';
import type { AdmitSession } from './admit-session.ts';
import { type OpenRequest, type SessionRequest, withCaller } from './console-request.ts';
import type { ConsoleRequirement } from './console-requirement.ts';

export const CONSOLE_API_PREFIX = '/console/api';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
type Handle<Request> = (request: Request, readBody: () => Promise<unknown>) => Promise<unknown>;

/** A request of the console. What its handler returns is sent as JSON; a text, or pieces of one, are JSON already. */
export interface ConsoleRow extends ConsoleRequirement {
  readonly method: Method;
  readonly path: string;
  readonly operation: `console${string}`;
  readonly isCompressed?: boolean;
  readonly handle: Handle<OpenRequest>;
  /** The handler returns an Outcome, and reads the body itself. */
  readonly isWhole?: boolean;
}

/** A request that may come without a session. */
export const open = (
  method: Method,
  path: string,
  operation: ConsoleRow['operation'],
  handle: Handle<OpenRequest>,
): ConsoleRow => ({
  method,
  path,
  session: 'none',
  operation,
  permission: method === 'GET' ? 'read' : 'write',
  handle,
});

export const row = (
  method: Method,
  path: string,
  session: Exclude<SessionRequirement, 'none'>,
  operation: ConsoleRow['operation'],
  handle: Handle<SessionRequest>,
): ConsoleRow => ({
  ...open(method, path, operation, (request, readBody) => {
    // The requirement has been checked.
    if (request.session === undefined) throw new TypeError(`${operation} has no session`);
    return handle(withCaller(request, request.session), readBody);
  }),
  session,
});

/** A request that ends access is possible however much somebody else sends with the same session. */
export const reserved = (one: ConsoleRow): ConsoleRow => ({ ...one, countedAs: 'reserve' });

export const compressed = (one: ConsoleRow): ConsoleRow => ({ ...one, isCompressed: true });

/** Its handler makes the whole answer. */
export const whole = (
  method: Method,
  path: string,
  operation: ConsoleRow['operation'],
  permission: ConsoleRow['permission'],
  answer: (request: SessionRequest, readBody: () => Promise<unknown>) => Promise<Outcome>,
): ConsoleRow => ({ ...row(method, path, 'full', operation, answer), permission, isWhole: true });

export const longBody = (one: ConsoleRow): ConsoleRow => ({ ...one, hasLongBody: true });

/** `readQueue` is that of all that an account reads. */
export const sessionRoute = (
  { method, path, operation, permission, isCompressed, handle, isWhole = false, ...rest }: ConsoleRow,
  admit: AdmitSession,
  readQueue: AccountQueue,
): Route =>
  defineRoute({
    methods: withHead(method),
    path: CONSOLE_API_PREFIX + path,
    operation,
    permission,
    origins: 'none',
    async admit(request) {
      const { session, readBody } = await admit(request, { permission, ...rest });
      return { incoming: request, params: request.params, session, readBody };
    },
    readBody:
      !isWhole && (method === 'POST' || method === 'PATCH') ? ({ readBody }) => readBody() : undefined,
    turns:
      method === 'GET' && !isWhole
        ? { queue: readQueue, accountOf: ({ session }) => session?.accountId }
        : undefined,
    isCompressed,
    async handle({ incoming, params, session, readBody }, body, inTurn) {
      const answer = await handle({ incoming, params, body, session }, readBody);
      if (isWhole) return answer as Outcome;
      if (isInPieces(answer)) return piecesOutcome(await begin(answer, inTurn));
      return jsonOutcome(typeof answer === 'string' ? answer : JSON.stringify(answer));
    },
  });

const isInPieces = (answer: unknown): answer is AsyncGenerator<string> =>
  typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer;

/** Makes the first piece, so that what fails at once is answered as an error. Each other piece waits for its turn. */
async function begin(pieces: AsyncGenerator<string>, inTurn: InTurn): Promise<AsyncIterable<string>> {
  const first = await pieces.next();
  return (async function* () {
    for (let next = first; !next.done; next = await inTurn(() => pieces.next())) yield next.value;
  })();
}
