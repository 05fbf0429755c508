import type { ErrorCode } from '../contract/errors.ts';
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
  /** Nothing is removed, because the wanted roster is empty or not whole. */
  | 'prune_refused';

/** An invalid field and what is expected. */
export interface InvalidField extends FieldError {
  /** The message in English, if the client has found the error. The API's own messages are Korean. */
  readonly en?: string;
}

/** A student that a name may mean. */
export interface Candidate {
  readonly studentUid: string;
  /** In Korean. */
  readonly name: string;
}

interface Details {
  status?: number | undefined;
  fields?: readonly InvalidField[] | undefined;
  docs?: string | undefined;
  requestId?: string | undefined;
  retryAfterMs?: number | undefined;
  mayBeProcessed?: boolean | undefined;
  candidates?: readonly Candidate[] | undefined;
  cause?: unknown;
}

/** A failure of the API, or of the way to it. The API's own messages are Korean, the client's are English. */
export class RollbookError extends Error {
  override readonly name = 'RollbookError';
  /** Decide by this code, not by the message. */
  readonly code: RollbookErrorCode;
  /** The HTTP status, if there was a response. */
  readonly status: number | undefined;
  /** What is wrong with which field, for `invalid_request`. */
  readonly fields: readonly InvalidField[];
  /** Where this code is explained. */
  readonly docs: string | undefined;
  /** Include it when you ask the operator for help. */
  readonly requestId: string | undefined;
  /** How long the response asks to wait. */
  readonly retryAfterMs: number | undefined;
  /** Whether the request may have taken effect although it failed. */
  readonly mayBeProcessed: boolean;
  /** The students that a name may mean. */
  readonly candidates: readonly Candidate[];

  constructor(code: RollbookErrorCode, message: string, details: Details = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.status = details.status;
    this.fields = details.fields ?? [];
    this.docs = details.docs;
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
    this.mayBeProcessed = details.mayBeProcessed ?? false;
    this.candidates = details.candidates ?? [];
  }

  /** With the message, which JSON.stringify leaves out of an error. */
  toJSON(): object {
    const { code, message, status, fields, docs, requestId, mayBeProcessed, candidates } = this;
    return { code, message, status, fields, docs, requestId, mayBeProcessed, candidates };
  }
}

/** Also recognizes errors of another copy of this package. */
export const isRollbookError = (error: unknown): error is RollbookError =>
  error instanceof Error && error.name === 'RollbookError' && 'code' in error;
