import type { Catalogue } from '../../../client/catalogue.ts';
import { openCatalogue } from '../../../client/open-catalogue.ts';
import { type Retry, type RollbookOptions, Transport } from '../../../client/transport.ts';
import type { StudentPatch } from '../../../contract/state-fields.ts';
import { servicePath, serviceUrl } from '../page-address.ts';
import { takeEarlyResponse } from './early-responses.ts';
import type { WriteHeaders } from './operation.ts';
import { fetchConsole, ofAccount } from './send-request.ts';

const API_PATH = `${servicePath}/v1`;
const STUDENT_PATH = /^\/me\/students(?:\/([^/?]+))?$/;

interface RosterClientOptions {
  /** The account that each request is for. */
  accountId?: () => string;
  /** Of each write. */
  headers?: () => WriteHeaders | undefined;
  onRetry?: (retry: Retry) => void;
  /** Called before a change is sent; null is a removal. */
  onWrite?: (studentUid: string, changes: StudentPatch | null) => void;
}

/** For the client, with the session in place of a key: what it sends to /v1 goes to the console API. */
export const clientOptions = ({
  accountId,
  headers: ofWrites,
  onRetry,
  onWrite = () => {},
}: RosterClientOptions = {}): RollbookOptions => ({
  baseUrl: `${serviceUrl}/v1`,
  onRetry,
  async fetch(input, init = {}) {
    const { pathname, search } = new URL(String(input));
    if (!pathname.startsWith(`${API_PATH}/`))
      return (await takeEarlyResponse(pathname.slice(servicePath.length))) ?? fetch(input, init);
    const path = pathname.slice(API_PATH.length);
    const { method = 'GET', body = null } = init;
    const match = method === 'GET' ? null : STUDENT_PATH.exec(path);
    if (match !== null) {
      const named = match[1] === undefined ? undefined : decodeURIComponent(match[1]);
      const { studentUid = named, ...changes } = JSON.parse(body === null ? '{}' : String(body));
      onWrite(studentUid, method === 'DELETE' ? null : changes);
    }
    const headers = {
      ...(init.headers as Record<string, string>),
      ...(accountId && ofAccount(accountId())),
      ...(method !== 'GET' && ofWrites?.()),
    };
    return fetchConsole(path + search, { ...init, headers });
  },
});

const transport = new Transport(clientOptions());
const catalogue = openCatalogue(transport);

/** Asked for again only if it has changed. Without the rest of the client, for which the roster would wait. */
export const readCatalogue = (): Promise<Catalogue> =>
  transport.call({}, (context) => catalogue.read(context));
