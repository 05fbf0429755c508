import type { IncomingMessage, ServerResponse } from 'node:http';
import { JSON_TYPE } from '../../contract/headers.ts';
import type { RequestLogEntry } from '../observability/log.ts';
import { type ApiError, serializeError } from './api-error.ts';
import { resetIfStalled } from './stalled-responses.ts';

/** What an answer needs that does not come from the routes, so that it is the API's all the same. */
export interface RawResponseContext {
  docsUrl: () => string;
  /** The headers that every answer bears, for a request from this origin. */
  headers: (origin: string | undefined) => Record<string, string>;
  requestId: () => string;
  answered: (line: RequestLogEntry) => void;
}

export type SendRawError = (
  request: IncomingMessage,
  response: ServerResponse,
  denial: ApiError,
  operation?: string,
) => void;

/** Refuses a request that the framework has not seen. */
export const createRawErrorSender =
  (outside: RawResponseContext): SendRawError =>
  ({ headers: { origin } }, response, denial, operation = 'none') => {
    const { headers, text, answered } = renderRawError(outside, denial, origin);
    response.writeHead(denial.status, headers);
    response.end(text);
    resetIfStalled(response.socket);
    answered(operation);
  };

/** All of it but the status line. */
export function renderRawError(outside: RawResponseContext, denial: ApiError, origin: string | undefined) {
  const text = serializeError(denial, outside.docsUrl());
  const requestId = outside.requestId();
  return {
    text,
    headers: {
      ...outside.headers(origin),
      ...denial.headers,
      'request-id': requestId,
      'content-type': JSON_TYPE,
      'content-length': String(Buffer.byteLength(text)),
    },
    answered: (operation: string) =>
      outside.answered({ requestId, operation, status: denial.status, ms: 0, account: undefined }),
  };
}
