import { Rollbook } from '../../../client/rollbook.ts';
import type { Retry } from '../../../client/transport.ts';
import { servicePath, serviceUrl } from '../page-address.ts';
import { takeEarlyResponse } from './early-responses.ts';
import type { Operation } from './operation.ts';
import { noteSentWrite } from './own-writes.ts';
import { fetchConsole } from './send-request.ts';

const API_PATH = `${servicePath}/v1`;
const STUDENT_PATH = /^\/me\/students(?:\/([^/?]+))?$/;

interface RosterClientOptions {
  onRetry?: (retry: Retry) => void;
  /** The `If-Match` of a change of this student; none if undefined. */
  preconditionOf?: (studentUid: string) => string | undefined;
  /** The operation on many students that a write is part of. */
  operation?: () => Operation | undefined;
}

/** The client, with the session in place of a key: what it sends to /v1 goes to the console API. */
export const createRosterClient = ({
  onRetry,
  preconditionOf,
  operation,
}: RosterClientOptions = {}): Rollbook =>
  new Rollbook({
    baseUrl: `${serviceUrl}/v1`,
    onRetry,
    async fetch(input, init = {}) {
      const { pathname, search } = new URL(String(input));
      if (!pathname.startsWith(`${API_PATH}/`))
        return (await takeEarlyResponse(pathname.slice(servicePath.length))) ?? fetch(input, init);
      const path = pathname.slice(API_PATH.length);
      const { method = 'GET', body = null } = init;
      const match = method === 'GET' ? null : STUDENT_PATH.exec(path);
      const named = match?.[1] === undefined ? undefined : decodeURIComponent(match[1]);
      if (match !== null) {
        const { studentUid = named, ...changes } = JSON.parse(body === null ? '{}' : String(body));
        noteSentWrite(studentUid, method === 'DELETE' ? null : changes);
      }
      const tag = named === undefined ? undefined : preconditionOf?.(named);
      const headers = {
        ...(init.headers as Record<string, string>),
        ...(tag && { 'if-match': tag }),
        ...(method !== 'GET' && operation?.()),
      };
      return fetchConsole(path + search, { ...init, headers });
    },
  });
