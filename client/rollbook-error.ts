import type { ErrorCode } from '../contract/errors.ts';
import { toOneLine } from '../contract/quoted-text.ts';
import type { GrowthState, StateName } from '../contract/state-fields.ts';
import type { FieldError } from '../contract/state-rules.ts';

/** Codes of the API, and of what happens before or without its response. */
export type RollbookErrorCode =
  | ErrorCode
  /** No connection, or it broke. */
  | 'connection_failed'
  /** No response within `timeoutMs`. */
  | 'timeout'
  /** A response that is none of this API, such as a proxy's error page or half of a body. */
  | 'unexpected_response'
  /** A name that several students have. */
  | 'ambiguous_name'
  /** The student was changed by somebody else, or is wanted in two states. */
  | 'conflict'
  /** An `apply` or `sync` was aborted: `report` tells what was done, `cause` is the signal's reason. Or the player left `connect`. */
  | 'aborted'
  /** Nothing is removed, because the wanted roster is empty or not whole. */
  | 'prune_refused'
  /** The player refused to connect the app. */
  | 'access_denied'
  /** The player did not answer in time, or the code was used. */
  | 'expired_token';

/** An invalid field and what is expected: `message` in Korean, as the API says it. */
export interface InvalidField extends FieldError {
  /** The client's own sentence, in English. */
  readonly en: string;
}

/** Fields of one student that keep what is recorded, because the wanted values would lower or clear it. */
export interface KeptFields {
  readonly studentUid: string;
  readonly fields: readonly StateName[];
}

/** The outcome for each student of a plan, by UID. */
export interface Report {
  /** Not recruited before. */
  readonly registered: readonly string[];
  /** Recruited before, in another state. */
  readonly changed: readonly string[];
  /** In the wanted state already, but for what is `kept`, so that nothing was sent. */
  readonly unchanged: readonly string[];
  /** Values that were not lowered or cleared. The students are also in one of the other lists. */
  readonly kept: readonly KeptFields[];
  /** Removed with their bond, by `prune`. */
  readonly removed: readonly string[];
  /** Not in the wanted state, and why. An error that is `mayBeProcessed` may have been a success. */
  readonly failed: readonly { readonly studentUid: string; readonly error: RollbookError }[];
  /** The group of the changes in the history, where the service tells it with each write: /v1 does not. */
  readonly group?: number | undefined;
}

/** A student that a name may mean. */
export interface Candidate {
  readonly studentUid: string;
  /** In Korean. */
  readonly name: string;
}

/** A name or list in it may be as long as a service likes. */
const MAX_MESSAGE_LENGTH = 4_000;

interface Details {
  serverMessage?: string | undefined;
  status?: number | undefined;
  fields?: readonly InvalidField[] | undefined;
  docs?: string | undefined;
  requestId?: string | undefined;
  retryAfterMs?: number | undefined;
  mayBeProcessed?: boolean | undefined;
  candidates?: readonly Candidate[] | undefined;
  report?: Report | undefined;
  student?: GrowthState | null | undefined;
  cause?: unknown;
}

/** A failure of the API, or of the way to it. `message` is the client's own, in English. */
export class RollbookError extends Error {
  override readonly name = 'RollbookError';
  /** Decide by this code, not by the message. */
  declare readonly code: RollbookErrorCode;
  /** The service's message about this request, in Korean, if it sent one. */
  declare readonly serverMessage: string | undefined;
  /** The HTTP status, if there was a response. */
  declare readonly status: number | undefined;
  /** The invalid fields and why, for `invalid_request`. */
  declare readonly fields: readonly InvalidField[];
  /** Where this code is explained. */
  declare readonly docs: string | undefined;
  /** Include it when you ask the operator for help. */
  declare readonly requestId: string | undefined;
  /** How long the response asks to wait. */
  declare readonly retryAfterMs: number | undefined;
  /** True if the request may have taken effect although it failed. */
  declare readonly mayBeProcessed: boolean;
  /** The students that a name may mean. */
  declare readonly candidates: readonly Candidate[];
  /** The report of an `apply` or `sync` when it ended. A student to whom it had not come is in none of the lists. */
  declare readonly report: Report | undefined;
  /**
   * The state that the student has instead of the one that `ifMatch` names; null if not recruited.
   * @internal
   */
  declare readonly student: GrowthState | null | undefined;

  constructor(code: RollbookErrorCode, message: string, { cause, ...details }: Details = {}) {
    super(toOneLine(message, MAX_MESSAGE_LENGTH), cause === undefined ? undefined : { cause });
    Object.assign(this, { fields: [], mayBeProcessed: false, candidates: [], ...details, code });
  }

  /** With the message, which JSON.stringify leaves out of an error. */
  toJSON(): object {
    const { name: _name, student: _student, ...details } = this;
    return { ...details, message: this.message };
  }
}

/** Also recognizes errors of another copy of this package. */
export const isRollbookError = (error: unknown): error is RollbookError =>
  error instanceof Error && error.name === 'RollbookError' && 'code' in error;
