import type { AccountCaller } from '../store/caller.ts';
import type { RateLimitResult } from '../store/rate-limiter.ts';
import type { StoredStudent } from '../store/stored-student.ts';
import type { IncomingRequest, WriteRequest } from './incoming-request.ts';
import type { Outcome } from './outcome.ts';

/** A request whose caller is known, may make it and was counted: all that an operation sees. */
export interface RequestContext {
  readonly request: IncomingRequest;
  readonly caller: AccountCaller;
  /** The further wishes of a write. */
  readonly asked?: WriteRequest | undefined;
  /** Throws unless the stored student is the one that `If-Match` names; none where the request names none. */
  readonly precondition?: ((stored: StoredStudent | undefined) => void) | undefined;
  readonly readBody: () => Promise<unknown>;
  /** The result of the limit of the account's tools for this request; undefined in the console. */
  readonly counted?: RateLimitResult | undefined;
}

export type Operation = (context: RequestContext) => Outcome | Promise<Outcome>;
