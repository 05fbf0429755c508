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

/** Sends a request of the console API. Throws a ConsoleError for every answer but a success. */
export async function sendRequest<T>(
  method: Method,
  path: string,
  body?: object,
  headers?: Record<string, string>,
): Promise<T> {
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
  if (response.ok && received !== undefined) return received as T;
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

/** The browser's `fetch` for a path below /console/api, which also notes whether the service was reached. */
export async function fetchConsole(path: string, init: RequestInit): Promise<Response> {
  try {
    const early = init.method === 'GET' ? await takeEarlyResponse(`/console/api${path}`) : undefined;
    const response =
      early ??
      (await fetch(CONSOLE_API + path, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...init,
        cache: 'no-store',
        redirect: 'error',
      }));
    noteConnected();
    if (response.status === 401) forgetAnswers();
    return response;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    noteConnectionLost();
    throw new ConsoleError('connection_failed', String(error));
  }
}

function toConsoleError({ status, headers }: Response, body: ErrorBody | undefined): ConsoleError {
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
