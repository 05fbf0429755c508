import type { IncomingHttpHeaders } from 'node:http';
import {
  MAX_GROUPS_TAKEN_BACK,
  OPERATION_HEADER,
  OPERATION_ID,
  RAISE_ONLY_HEADER,
  TAKES_BACK_HEADER,
} from '../../contract/operation-headers.ts';
import { invalidRequest } from '../errors/api-error.ts';

/** The bound of a column of numbers. */
const MAX_GROUP = 2_147_483_647;

/**
 * A request before anybody knows who calls. Its adapter makes it: of HTTP, of a tool's call in this process, or of a
 * test.
 */
export interface IncomingRequest {
  readonly id: string;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** Without its question mark. */
  readonly query: string;
  /** The values of the `{names}` of the route's path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  /** How often a header was sent: of several, `headers` has the first or all as one. */
  readonly countHeader: (name: string) => number;
  readonly socket: { readonly remoteAddress?: string | undefined; readonly localPort?: number | undefined };
  /** Aborted once nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Aborted once the client has closed its side of the connection. It may still read the answer, or be gone. */
  readonly departure: AbortSignal;
  readonly isBodyUnderWay: boolean;
  /**
   * Reads the JSON body. `account` is that for which it is held; undefined before authentication, when it must be small.
   * `checkText` throws where the body is not to be parsed.
   */
  readonly readBody: (account: string | undefined, checkText?: (text: string) => void) => Promise<unknown>;
  /** Reads the body of a form that is sent before authentication, each name as often as it was sent. */
  readonly readForm: () => Promise<URLSearchParams>;
  /** Headers of every answer, also of an error; written by the checks on the way. */
  readonly answerHeaders: Record<string, string>;
  /** The names of the request and its account in log, metrics and traces; written by the checks on the way. */
  readonly named: {
    operation: string;
    account: string | undefined;
    /** How long it was held until there was something to tell. No part of the time that it took. */
    heldMs?: number;
  };
}

/** Reads the body, and admits the request again if it was still on its way: in the meantime the caller may have ended. */
export async function readAdmittedBody(
  request: IncomingRequest,
  account: string | undefined,
  admitAgain: () => unknown,
  checkText?: (text: string) => void,
): Promise<unknown> {
  const { isBodyUnderWay } = request;
  const body = await request.readBody(account, checkText);
  if (isBodyUnderWay) await admitAgain();
  return body;
}

/** Throws where `Bulk-Operation` is none that could name a group. */
export function requireOperationId({ headers }: IncomingRequest): void {
  const id = headers[OPERATION_HEADER];
  if (id !== undefined && !OPERATION_ID.test(String(id)))
    throw invalidRequest([
      {
        field: OPERATION_HEADER,
        message: '영문자, 숫자, -, _로 이루어진 64자 이하의 값 하나여야 합니다.',
      },
    ]);
}

/** Whether a write may only raise. Throws where `Raise-Only` says anything but `true`. */
export function readRaiseOnly({ headers }: IncomingRequest): boolean {
  const value = headers[RAISE_ONLY_HEADER];
  if (value !== undefined && value !== 'true')
    throw invalidRequest([
      { field: RAISE_ONLY_HEADER, message: 'true여야 합니다. 값을 낮추려면 헤더를 빼고 보내십시오.' },
    ]);
  return value === 'true';
}

/** The further wishes of a write. */
export interface WriteRequest {
  /** The caller's name for its operation on many students: `OPERATION_HEADER`. */
  readonly operation?: string | undefined;
  /** The groups of changes that it takes back: `TAKES_BACK_HEADER`. */
  readonly takesBack?: readonly number[] | undefined;
  /** True if it takes what it costs out of the stock: `SPENDS_HEADER`. */
  readonly spends?: boolean | undefined;
  /** True if it ends the student's goal once all of it is reached: `ENDS_GOAL_HEADER`. */
  readonly endsGoal?: boolean | undefined;
}

export function readWriteHeaders({ headers }: IncomingRequest): WriteRequest {
  const id = headers[OPERATION_HEADER];
  const groups = String(headers[TAKES_BACK_HEADER] ?? '')
    .split(',', MAX_GROUPS_TAKEN_BACK)
    .map(Number)
    .filter((group) => Number.isInteger(group) && group > 0 && group <= MAX_GROUP);
  return {
    operation: typeof id === 'string' && OPERATION_ID.test(id) ? id : undefined,
    takesBack: groups.length > 0 ? groups : undefined,
  };
}
