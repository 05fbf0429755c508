import type { Retry, RollbookOptions } from '../../../client/transport.ts';
import type { StudentPatch } from '../../../contract/state-fields.ts';
import { servicePath, serviceUrl } from '../page-address.ts';
import type { WriteHeaders } from './operation.ts';
import { fetchConsole, ofAccount } from './send-request.ts';

const API_PATH = `${servicePath}/v1`;
const STUDENT_PATH = /^\/me\/students(?:\/([^/?]+))?$/;

interface RosterClientOptions {
  /** The account that each request is for. */
  accountId: () => string;
  onRetry: (retry: Retry) => void;
  /** Called before a change is sent; null is a removal. */
  onWrite: (studentUid: string, changes: StudentPatch | null) => void;
  /** What else the headers of a student's write say. */
  headersOf?: ((studentUid: string) => WriteHeaders) | undefined;
}

/** For the client, with the session in place of a key: what it sends to /v1 goes to the console API. */
export const clientOptions = ({
  accountId,
  onRetry,
  onWrite,
  headersOf,
}: RosterClientOptions): RollbookOptions => ({
  baseUrl: `${serviceUrl}/v1`,
  onRetry,
  async fetch(input, init = {}) {
    const { pathname, search } = new URL(String(input));
    if (!pathname.startsWith(`${API_PATH}/`)) return fetch(input, init);
    const path = pathname.slice(API_PATH.length);
    const { method = 'GET', body = null } = init;
    const match = method === 'GET' ? null : STUDENT_PATH.exec(path);
    let ofStudent: WriteHeaders | undefined;
    if (match !== null) {
      const named = match[1] === undefined ? undefined : decodeURIComponent(match[1]);
      const { studentUid = named, ...changes } = JSON.parse(body === null ? '{}' : String(body));
      onWrite(studentUid, method === 'DELETE' ? null : changes);
      ofStudent = headersOf?.(studentUid);
    }
    const headers = {
      ...(init.headers as Record<string, string>),
      ...ofStudent,
      ...ofAccount(accountId()),
    };
    return fetchConsole(path + search, { ...init, headers });
  },
});
