import type { ConsoleErrorCode } from '../../../contract/console-errors.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { FieldError } from '../../../contract/state-rules.ts';

/** Codes of the console API, and two of requests that got no answer of its own. */
export type ConsoleFailure =
  | Exclude<ErrorCode, 'unauthorized'>
  | ConsoleErrorCode
  | 'connection_failed'
  | 'unexpected_response';

interface Details {
  status?: number | undefined;
  fields?: readonly FieldError[] | undefined;
  retryAfterSeconds?: number | undefined;
  answer?: object | undefined;
}

export class ConsoleError extends Error {
  override readonly name = 'ConsoleError';
  readonly code: ConsoleFailure;
  readonly status: number | undefined;
  readonly fields: readonly FieldError[];
  readonly retryAfterSeconds: number | undefined;
  /** The whole body. */
  readonly answer: object;

  constructor(
    code: ConsoleFailure,
    message: string,
    { status, fields, retryAfterSeconds, answer }: Details = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.fields = fields ?? [];
    this.retryAfterSeconds = retryAfterSeconds;
    this.answer = answer ?? {};
  }
}

/** Also of an error of the client, whose codes are the same. */
export const hasCode = (error: unknown, code: ConsoleFailure): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
