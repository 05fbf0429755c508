import { KEY_PATTERN } from '../../contract/api-key-format.ts';
import { CONSOLE_ERRORS, type ConsoleErrorCode } from '../../contract/console-errors.ts';
import { docsAnchor, ERRORS, type ErrorCode } from '../../contract/errors.ts';
import { FieldErrors } from '../../contract/field-errors.ts';
import { MAX_FIELD_NAME_LENGTH } from '../../contract/limits.ts';
import type { FieldError } from '../../contract/state-rules.ts';
import { UnavailableError } from './unavailable-error.ts';

/** An error that the caller sees. Its text is public; no other error's is. */
export class ApiError extends Error {
  readonly code: ErrorCode | ConsoleErrorCode;
  readonly fields: readonly FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Raw JSON by name, beside `error` in the body. */
  readonly details: Readonly<Record<string, string>> | undefined;
  readonly status: number;

  constructor(
    code: ErrorCode | ConsoleErrorCode,
    message: string,
    more: {
      fields?: readonly FieldError[];
      headers?: Record<string, string>;
      details?: Record<string, string>;
      /** That of the code by default. */
      status?: number;
    } = {},
  ) {
    // A stack trace would cost more than the rest of the response, and is never printed.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.fields = more.fields;
    this.headers = more.headers ?? {};
    this.details = more.details;
    this.status = more.status ?? (isConsoleError(code) ? CONSOLE_ERRORS[code] : ERRORS[code]).status;
  }

  /** The same error, with another header. */
  withHeader(name: string, value: string): ApiError {
    const { fields, details, status } = this;
    return new ApiError(this.code, this.message, {
      headers: { ...this.headers, [name]: value },
      status,
      ...(fields && { fields }),
      ...(details && { details }),
    });
  }
}

const RETRY_AFTER_SECONDS = '1';
const MAX_NAMED_FIELDS = 5;
const MAX_EXCERPT_LENGTH = 60;

/** 400 with its field errors, however many there are. A single reason is the message; several are explained in `fields`. */
export function invalidRequest(
  errors: FieldErrors | readonly FieldError[],
  headers: Record<string, string> = {},
  details?: Record<string, string>,
): ApiError {
  const found = errors instanceof FieldErrors ? errors : new FieldErrors().addAll(errors);
  const fields = found
    .list()
    .map(({ field, message }) => ({ field: excerpt(field, MAX_FIELD_NAME_LENGTH), message }));
  const named = fields.slice(0, MAX_NAMED_FIELDS).map(({ field }) => excerpt(field));
  const names = `${named.join(', ')}${found.length > MAX_NAMED_FIELDS ? ' 등' : ''}`;
  const [reason, ...others] = new Set(fields.map(({ message }) => message));
  const message =
    others.length === 0
      ? `${names}: ${reason}`
      : `${found.length}개 항목을 고쳐야 합니다: ${names}. 각 항목의 설명은 fields에 있습니다.`;
  return new ApiError('invalid_request', message, { fields, headers, ...(details && { details }) });
}

export const unavailableError = (reason: string): ApiError =>
  new ApiError('unavailable', `${reason} 이 요청은 처리되지 않았으니 잠시 뒤에 그대로 다시 보내십시오.`, {
    headers: { 'retry-after': RETRY_AFTER_SECONDS },
  });

const hideKeys = (text: string): string => text.replace(KEY_PATTERN, '(API 키)');

/**
 * Cuts text from a request after so many code points. Keys are hidden first, so that no part of one is left.
 */
export function excerpt(text: string, maxLength = MAX_EXCERPT_LENGTH): string {
  const safe = hideKeys(text);
  // A code point is at most two UTF-16 units long.
  const start = [...safe.slice(0, 2 * (maxLength + 1))];
  return start.length > maxLength ? `${start.slice(0, maxLength).join('')}…` : safe;
}

/** Turns any thrown value into what the caller may know. */
export function toApiError(error: unknown, isRead: boolean): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof UnavailableError) return unavailableError('지금은 저장소를 사용할 수 없습니다.');
  return new ApiError(
    'internal_error',
    isRead
      ? '서버에서 오류가 발생하여 요청을 처리하지 못했습니다. 잠시 뒤에 다시 보내십시오.'
      : '서버에서 오류가 발생하여 이 요청이 처리되었는지 알 수 없습니다. GET으로 현재 상태를 확인한 뒤 필요하면 다시 보내십시오.',
  );
}

/** Hides API keys in all text that may be of the request, such as the name of an unknown field. */
export function serializeError({ code, message, fields, details }: ApiError, docsUrl: string): string {
  const docs = isConsoleError(code) ? docsUrl : `${docsUrl}#${docsAnchor(code)}`;
  const error = stringifyWithoutKeys({ code, message, ...(fields && { fields }), docs });
  const beside = Object.entries(details ?? {}).map(([name, json]) => `,${JSON.stringify(name)}:${json}`);
  return `{"error":${error}${beside.join('')}}`;
}

function stringifyWithoutKeys(error: object): string {
  const text = JSON.stringify(error);
  if (text.search(KEY_PATTERN) === -1) return text;
  return JSON.stringify(error, (_name, value) => (typeof value === 'string' ? hideKeys(value) : value));
}

const isConsoleError = (code: ErrorCode | ConsoleErrorCode): code is ConsoleErrorCode =>
  Object.hasOwn(CONSOLE_ERRORS, code);
