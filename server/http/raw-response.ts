import type { IncomingMessage, ServerResponse } from 'node:http';
import { JSON_TYPE } from '../../contract/headers.ts';
import type { Answered } from '../observability/log.ts';
import { type Denial, errorBody } from './api-error.ts';
import { cutIfStalled } from './stalled-responses.ts';

/** What an answer needs that does not come from the routes, so that it is the API's all the same. */
export interface Outside {
  docsUrl: () => string;
  /** The headers that every answer bears, for a request from this origin. */
  headers: (origin: string | undefined) => Record<string, string>;
  requestId: () => string;
  answered: (line: Answered) => void;
}

export type Refuse = (
  request: IncomingMessage,
  response: ServerResponse,
  denial: Denial,
  operation?: string,
) => void;

/** Refuses a request that the framework has not seen. */
export const refuseOutside =
  (outside: Outside): Refuse =>
  ({ headers: { origin } }, response, denial, operation = 'none') => {
    const { headers, text, answered } = outsideAnswer(outside, denial, origin);
    response.writeHead(denial.status, headers);
    response.end(text);
    cutIfStalled(response.socket);
    answered(operation);
  };

/** All of it but the status line. */
export function outsideAnswer(outside: Outside, denial: Denial, origin: string | undefined) {
  const text = errorBody(denial, outside.docsUrl());
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
