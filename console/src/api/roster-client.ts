import { Rollbook } from '../../../client/rollbook.ts';
import type { Retry } from '../../../client/transport.ts';
import { servicePath, serviceUrl } from '../page-address.ts';
import { fetchConsole } from './send-request.ts';

const API_PATH = `${servicePath}/v1`;
const STUDENT_PATH = /^\/me\/students\/([^/?]+)$/;

interface RosterClientOptions {
  onRetry?: (retry: Retry) => void;
  /** The `If-Match` of a change of this student; none if undefined. */
  preconditionOf?: (studentUid: string) => string | undefined;
}

/** The client, with the session in place of a key: what it sends to /v1 goes to the console API. */
export const createRosterClient = ({ onRetry, preconditionOf }: RosterClientOptions = {}): Rollbook =>
  new Rollbook({
    baseUrl: `${serviceUrl}/v1`,
    onRetry,
    fetch(input, init = {}) {
      const { pathname, search } = new URL(String(input));
      if (!pathname.startsWith(`${API_PATH}/`)) return fetch(input, init);
      const path = pathname.slice(API_PATH.length);
      const [, studentUid] = STUDENT_PATH.exec(path) ?? [];
      const tag =
        init.method === 'GET' || studentUid === undefined
          ? undefined
          : preconditionOf?.(decodeURIComponent(studentUid));
      const headers = { ...(init.headers as Record<string, string>), ...(tag && { 'if-match': tag }) };
      return fetchConsole(path + search, { ...init, headers });
    },
  });
