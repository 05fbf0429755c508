import type { Area } from '../../contract/areas.ts';
import { OAUTH_PATHS } from '../../contract/oauth.ts';
import { DEFAULT_USER_AGENT } from '../platform.ts';
import { readBody } from '../response-body.ts';
import { RollbookError, type RollbookErrorCode } from '../rollbook-error.ts';
import type { Connection } from './connection.ts';
import { toBaseUrl, toServerUrl } from './server-url.ts';

const REQUEST_TIMEOUT_MS = 30_000;
/** Metadata, the longest answer, has a thirtieth of it. */
const MAX_ANSWER_BYTES = 65_536;
/** The characters of a key, by RFC 6750. */
const TOKEN = /^[\x21-\x7e]+$/;

export type JsonObject = Readonly<Record<string, unknown>>;

export interface OAuthAnswer {
  readonly status: number;
  /** Empty if it is no JSON object. */
  readonly body: JsonObject;
  readonly retryAfterMs: number | undefined;
}

export interface RequestOptions {
  readonly fetch?: typeof fetch | undefined;
  readonly signal?: AbortSignal | undefined;
}

type OAuthPath = (typeof OAUTH_PATHS)[keyof typeof OAUTH_PATHS];

export const sendForm = (
  serverUrl: string,
  path: OAuthPath,
  form: Record<string, string>,
  options?: RequestOptions,
): Promise<OAuthAnswer> =>
  request(serverUrl, path, { method: 'POST', body: new URLSearchParams(form) }, options);

/** Sends no cookies and follows no redirect, so that codes and keys go nowhere else. */
export async function request(
  serverUrl: string,
  path: string,
  init: RequestInit,
  { fetch = globalThis.fetch, signal }: RequestOptions = {},
): Promise<OAuthAnswer> {
  signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  try {
    const response = await fetch(serverUrl + path, {
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'manual',
      ...init,
      headers: { ...(DEFAULT_USER_AGENT && { 'user-agent': DEFAULT_USER_AGENT }), ...init.headers },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const bytes = await readBody(response);
    const seconds = response.headers.get('retry-after') ?? '';
    return {
      status: response.status,
      body: parseObject(bytes),
      retryAfterMs: /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : undefined,
    };
  } catch (cause) {
    signal?.throwIfAborted();
    const { code, message } = Object((cause as Error).cause ?? cause);
    const reason = timeout.aborted ? 'timeout' : (code ?? message);
    // A browser tells a page nothing of an answer without CORS, as that of a server that connects no apps.
    throw new RollbookError(
      timeout.aborted ? 'timeout' : 'connection_failed',
      `No connection to ${serverUrl} (${reason}). Check the address, and whether this server connects apps.`,
      { cause },
    );
  }
}

function parseObject(bytes: Uint8Array | undefined): JsonObject {
  try {
    if (bytes && bytes.length <= MAX_ANSWER_BYTES) return Object(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    // A proxy's page.
  }
  return {};
}

const REFUSALS: Readonly<Record<string, readonly [RollbookErrorCode, string]>> = {
  access_denied: ['access_denied', 'The player refused to connect this app.'],
  expired_token: ['expired_token', 'The code expired before the player answered. Connect again.'],
  invalid_grant: ['expired_token', 'The server no longer accepts this code. Connect again.'],
};

/** The error of an answer of OAuth, or of the query that brings the player back. */
export function toOAuthError(error: string, description: unknown, status?: number): RollbookError {
  const serverMessage = typeof description === 'string' ? description : undefined;
  const [code, message] = (Object.hasOwn(REFUSALS, error) ? REFUSALS[error] : undefined) ?? [
    'invalid_request',
    `The server does not connect this app: ${serverMessage ?? error}`,
  ];
  return new RollbookError(code, message, { status, serverMessage });
}

/** The error of an answer that is not what was asked for. */
export function toRequestError(
  serverUrl: string,
  { status, body, retryAfterMs }: OAuthAnswer,
): RollbookError {
  const { error, error_description: description } = body;
  const details = { status, retryAfterMs };
  if (status === 429 || status === 503)
    return new RollbookError(
      status === 429 ? 'rate_limited' : 'unavailable',
      `${serverUrl} connects no more apps now. Try again ${retryAfterMs ? `in ${retryAfterMs / 1000} s` : 'later'}.`,
      details,
    );
  if (typeof error === 'string') return toOAuthError(error, description, status);
  // The API's own form of an error.
  if (status === 404 && Object(error).code === 'not_found')
    return new RollbookError(
      'not_found',
      `${serverUrl} connects no apps: its operator has turned that off, or it is an older Rollbook.`,
      details,
    );
  return new RollbookError(
    'unexpected_response',
    status === 0 || (status >= 300 && status < 400)
      ? `${serverUrl} redirects to another address. Use that one.`
      : `The answer ${status} of ${serverUrl} did not come from Rollbook. Check the address.`,
    details,
  );
}

/** Reads the answer that brings a key. */
export function readConnection(
  serverUrl: string,
  answer: OAuthAnswer,
  askedAreas: readonly Area[],
): Connection {
  const { access_token: apiKey, scope } = answer.body;
  if (answer.status !== 200 || typeof apiKey !== 'string' || !TOKEN.test(apiKey))
    throw toRequestError(serverUrl, answer);
  // RFC 6749: without a scope, all that was asked for.
  const areas = typeof scope === 'string' ? (scope.split(' ') as Area[]) : askedAreas;
  return { baseUrl: toBaseUrl(serverUrl), apiKey, areas };
}

/** Ends a connection on its server: RFC 7009. */
export async function revokeConnection(
  { baseUrl, apiKey }: Connection,
  options?: RequestOptions,
): Promise<void> {
  const serverUrl = toServerUrl(baseUrl);
  const answer = await sendForm(serverUrl, OAUTH_PATHS.revoke, { token: apiKey }, options);
  if (answer.status !== 200) throw toRequestError(serverUrl, answer);
}
