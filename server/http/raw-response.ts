import type { IncomingMessage, ServerResponse } from 'node:http';
import { JSON_CONTENT_TYPE } from '../../contract/headers.ts';
import { type ApiError, serializeError } from '../errors/api-error.ts';
import type { RequestLogEntry } from '../observability/log.ts';
import type { AddressedRequest } from './caller-address.ts';
import { resetIfStalled } from './stalled-responses.ts';

/** What an error needs that is sent without a request context, so that it looks like every other. */
export interface RawResponseContext {
  docsUrl: () => string;
  headers: ResponseHeaders;
  requestId: () => string;
  record: (entry: RequestLogEntry, request: AddressedRequest) => void;
}

/** The headers of every response to a request from this origin; `url` is undefined if it could not be read. */
export type ResponseHeaders = (origin: string | undefined, url: string | undefined) => Record<string, string>;

export type SendRawError = (
  request: IncomingMessage,
  response: ServerResponse,
  error: ApiError,
  operation?: string,
) => void;

/** Sends an error for a request that no route has seen. */
export const createRawErrorSender =
  (context: RawResponseContext): SendRawError =>
  (request, response, error, operation = 'none') => {
    const { headers, text, record } = renderRawError(context, error, request, request.url);
    response.writeHead(error.status, headers);
    response.end(text);
    resetIfStalled(response.socket);
    record(operation);
  };

/** Renders everything but the status line. */
export function renderRawError(
  context: RawResponseContext,
  error: ApiError,
  request: AddressedRequest,
  url?: string,
) {
  const text = serializeError(error, context.docsUrl());
  const requestId = context.requestId();
  return {
    text,
    headers: {
      ...context.headers(request.headers.origin, url),
      ...error.headers,
      'request-id': requestId,
      'content-type': JSON_CONTENT_TYPE,
      'content-length': String(Buffer.byteLength(text)),
    },
    record: (operation: string) =>
      context.record({ requestId, operation, status: error.status, ms: 0, account: undefined }, request),
  };
}
