import { ACCOUNT_HEADER } from '../../../contract/console-headers.ts';
import { servicePath } from '../page-address.ts';
import { noteConnected, noteConnectionLost } from './connection-state.ts';
import { ConsoleError, type ConsoleFailure } from './console-error.ts';
import { takeEarlyResponse } from './early-responses.ts';
import { forgetAnswers } from './kept-answers.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

const TIMEOUT_MS = 30_000;
export const CONSOLE_API = `${servicePath}/console/api`;

/** The service refuses the request if another account has signed in meanwhile, in another tab. */
export const ofAccount = (accountId: string): Record<string, string> => ({ [ACCOUNT_HEADER]: accountId });

interface ErrorBody {
  error?: { code: ConsoleFailure; message: string; fields?: ConsoleError['fields'] };
}

type RequestOptions = [method: Method, path: string, body?: object, headers?: Record<string, string>];

/** Sends a request of the console API. Throws a ConsoleError for every answer but a success. */
export const sendRequest = async <T>(...request: RequestOptions): Promise<T> =>
  (await exchange<T>(...request)).answer;

/** Like `sendRequest`, for an answer whose headers tell something. */
export async function exchange<T>(
  ...[method, path, body, headers]: RequestOptions
): Promise<{ answer: T; headers: Headers }> {
  const response = await fetchConsole(path, {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const received = await response.json().catch(() => undefined);
  if (response.ok && received !== undefined) return { answer: received as T, headers: response.headers };
  throw toConsoleError(response, received as ErrorBody | undefined);
}

/** Reads a long answer of the console API as it is: parsed, it would take a phone many times its size. */
export async function readBlob(path: string): Promise<Blob> {
  const response = await fetchConsole(path, { method: 'GET', headers: { accept: 'application/json' } });
  if (!response.ok) throw toConsoleError(response, await response.json().catch(() => undefined));
  return response.blob().catch((error) => {
    noteConnectionLost();
    throw new ConsoleError('connection_failed', String(error));
  });
}

/** Reads what is the same for everyone. The browser keeps it, and asks whether it has changed. */
export async function readDocument<T>(path: string): Promise<{ content: T; headers: Headers }> {
  const response = await fetchService(path, { method: 'GET', cache: 'no-cache' });
  if (!response.ok) throw toConsoleError(response, undefined);
  const content = await response.json().catch((error) => {
    throw new ConsoleError('connection_failed', String(error));
  });
  return { content, headers: response.headers };
}

/** The browser's `fetch` for a path below /console/api, which also notes whether the service was reached. */
export async function fetchConsole(path: string, init: RequestInit): Promise<Response> {
  const response = await fetchService(`/console/api${path}`, { ...init, cache: 'no-store' });
  noteConnected();
  if (response.status === 401) forgetAnswers();
  return response;
}

/** A document may come from the service worker, so that an answer alone does not tell that the service was reached. */
async function fetchService(path: string, init: RequestInit): Promise<Response> {
  try {
    const early = init.method === 'GET' ? await takeEarlyResponse(path) : undefined;
    return (
      early ??
      (await fetch(servicePath + path, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...init,
        redirect: 'error',
      }))
    );
  } catch (error) {
    if (init.signal?.aborted) throw error;
    noteConnectionLost();
    throw new ConsoleError('connection_failed', String(error));
  }
}

/** `headers` are those of the answer, which one of several in an answer has none of. */
export function toConsoleError(
  { status, headers }: { status: number; headers: Headers },
  body: ErrorBody | undefined,
): ConsoleError {
  const retryAfter = Number(headers.get('retry-after'));
  const details = { status, retryAfterSeconds: retryAfter > 0 ? retryAfter : undefined };
  const error = body?.error;
  if (error === undefined)
    return new ConsoleError(status === 503 ? 'unavailable' : 'unexpected_response', String(status), details);
  return new ConsoleError(error.code, error.message, {
    ...details,
    fields: error.fields,
    answer: body,
  });
}
