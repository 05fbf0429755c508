import type { ErrorCode } from '../contract/errors.ts';
import { toOneLine } from '../contract/quoted-text.ts';
import type { AnswerCheck } from './answers.ts';
import { describeField, describeResponseError, type SentRequest } from './error-messages.ts';
import { parseJson } from './response-body.ts';
import { RollbookError } from './rollbook-error.ts';

const CODE = /^\w{1,40}$/;
/** The bound of a text in an error of the API. */
const MAX_TEXT_LENGTH = 1_000;
const MAX_FIELDS = 1_000;

/** The body of a successful answer. Throws what another answer says, or that it is none of the API. */
export function readAnswer<T>(
  response: Response,
  bytes: Uint8Array | undefined,
  isAnswer: AnswerCheck<T>,
  request: SentRequest,
): T {
  const { ok, status } = response;
  const body = bytes && parseJson(bytes);
  if (ok && isAnswer(body)) return body;
  if (status >= 400) throwApiError(response, body, request);
  let message = describe(status);
  // A proxy's answer says nothing of the request, except that the proxy refused one with 4xx.
  let mayBeProcessed = ok || status >= 500;
  if (bytes === undefined || (ok && body !== undefined)) {
    message = `The answer ${bytes ? 'does not fit the request' : 'is longer than 16 MB'}. Check the base URL.`;
    // A read would bring the same again.
    mayBeProcessed &&= request.method !== 'GET';
  }
  throw new RollbookError('unexpected_response', message, { ...readHeaders(response), mayBeProcessed });
}

const readHeaders = ({ status, headers }: Response) => ({
  status,
  requestId: headers.get('request-id') ?? undefined,
  retryAfterMs: parseRetryAfter(headers.get('retry-after')),
});

/** Returns if the body is no ApiErrorResponse. */
function throwApiError(response: Response, body: unknown, request: SentRequest): void {
  const { error, student } = Object(body);
  const { message, fields: named, docs, ...rest } = Object(error);
  // A later service may have others.
  const code = toText(rest.code) as ErrorCode;
  if (!CODE.test(code) || typeof message !== 'string') return;
  const details = readHeaders(response);
  const fields = (Array.isArray(named) ? named : []).slice(0, MAX_FIELDS).map((invalid) => {
    const field = toText(Object(invalid).field);
    return { field, message: toText(Object(invalid).message), en: describeField(field, request) };
  });
  throw new RollbookError(
    code,
    describeResponseError({ ...details, code, request, fields, serverMessage: message }),
    {
      ...details,
      fields,
      student,
      serverMessage: toText(message),
      docs: toText(docs) || undefined,
      mayBeProcessed: details.status >= 500 && code !== 'unavailable',
    },
  );
}

const toText = (text: unknown): string => (typeof text === 'string' ? toOneLine(text, MAX_TEXT_LENGTH) : '');

/** The status of a browser's redirect is 0. */
function describe(status: number): string {
  if (status >= 400)
    return `The answer ${status} did not come from Rollbook. Check baseUrl, and the proxy before it.`;
  if (status > 0 && status < 300) return `The answer to the request (${status}) is not whole, or not JSON.`;
  return 'The address redirects to another one. Use that as baseUrl.';
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
  const mayBeProcessed = !UNSENT.test([message, code, reason?.message, reason?.code].join());
  const detail =
    refusedOrigin === undefined
      ? `, or it broke: ${reason?.code ?? reason?.message ?? message}${mayBeProcessed ? '' : '. Is the server running?'}`
      : `, or CORS refuses this page. The operator allows it with ROLLBOOK_CORS_ORIGINS=${refusedOrigin}`;
  return new RollbookError('connection_failed', `No connection to ${origin}${detail}`, {
    mayBeProcessed,
    cause: error,
  });
}
