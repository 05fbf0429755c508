import type { ErrorCode } from '../contract/errors.ts';
import type { GrowthState } from '../contract/state-fields.ts';
import type { FieldError } from '../contract/state-rules.ts';
import { describeField, describeResponseError, type SentRequest } from './error-messages.ts';
import { RollbookError } from './rollbook-error.ts';

/** `error` of an ApiErrorResponse. */
interface ApiError {
  code: ErrorCode;
  message: string;
  fields?: FieldError[];
  docs?: string;
}

export function toResponseError(
  { status, headers, type }: Response,
  body: unknown,
  request: SentRequest,
): RollbookError {
  const requestId = headers.get('request-id') ?? undefined;
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'));
  const { error, student } = (body ?? {}) as { error?: ApiError; student?: GrowthState | null };
  if (status >= 400 && typeof error?.code === 'string' && typeof error.message === 'string') {
    const { code, message: serverMessage, docs } = error;
    const fields = error.fields?.map((invalid) => ({
      ...invalid,
      en: describeField(invalid.field, request),
    }));
    const message = describeResponseError({ code, status, request, fields, retryAfterMs });
    return new RollbookError(code, message, {
      ...{ serverMessage, status, requestId, retryAfterMs, fields, docs, student },
      mayBeProcessed: status >= 500 && code !== 'unavailable',
    });
  }
  // What a proxy answers says nothing of the request, except that it refused one with 4xx.
  return new RollbookError('unexpected_response', describe(status, type), {
    ...{ status, requestId, retryAfterMs },
    mayBeProcessed: status >= 500 || (status >= 200 && status < 300),
  });
}

function describe(status: number, type: Response['type']): string {
  if (type === 'opaqueredirect' || (status >= 300 && status < 400))
    return 'The address redirects to another one. Use that as baseUrl.';
  if (status >= 200 && status < 300)
    return `The answer to the request (${status}) is not whole, or not JSON.`;
  return `The answer ${status} did not come from Rollbook. Check baseUrl, and the proxy before it.`;
}

function parseRetryAfter(value: string | null): number | undefined {
  return value !== null && /^\d{1,9}$/.test(value) ? Number(value) * 1000 : undefined;
}

/** Node and Bun name the reason in a code, Deno in the message. */
const UNSENT =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|Connection refused/;

/** Names the origin alone: an address may contain what is not for a log. */
export function toConnectionError(
  error: unknown,
  origin: string,
  refusedOrigin: string | undefined,
): RollbookError {
  const { message, code, cause } = error as { message?: string; code?: string; cause?: unknown };
  const reason = cause as { message?: string; code?: string } | undefined;
  const mayBeProcessed = ![message, code, reason?.message, reason?.code].some(
    (text) => typeof text === 'string' && UNSENT.test(text),
  );
  const detail =
    refusedOrigin === undefined
      ? `, or it broke: ${reason?.code ?? reason?.message ?? message}`
      : `, or CORS refuses this page. The operator allows it with ROLLBOOK_CORS_ORIGINS=${refusedOrigin}`;
  return new RollbookError('connection_failed', `No connection to ${origin}${detail}`, {
    mayBeProcessed,
    cause: error,
  });
}
