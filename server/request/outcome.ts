import { JSON_CONTENT_TYPE } from '../../contract/headers.ts';
import { CHANGE_GROUP_HEADER } from '../../contract/operation-headers.ts';

/** The answer to a request. An error is thrown instead. */
export interface Outcome {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Instead of a body, one that is made while the client takes it. */
  readonly pieces?: AsyncIterable<string>;
  /** The number of the group in the history that a change of the roster belongs to. /v1 does not tell it. */
  readonly changeGroup?: number | undefined;
}

const JSON_HEADERS = { 'content-type': JSON_CONTENT_TYPE };

export const jsonOutcome = (body: string | Buffer): Outcome => ({ status: 200, headers: JSON_HEADERS, body });

export const piecesOutcome = (pieces: AsyncIterable<string>): Outcome => ({
  status: 200,
  headers: JSON_HEADERS,
  pieces,
});

export const withHeaders = (outcome: Outcome, headers: Readonly<Record<string, string>>): Outcome => ({
  ...outcome,
  headers: { ...outcome.headers, ...headers },
});

/** For callers other than those of /v1, whose answers have only the headers of the contract. */
export const withChangeGroup = (outcome: Outcome): Outcome =>
  outcome.changeGroup === undefined
    ? outcome
    : withHeaders(outcome, { [CHANGE_GROUP_HEADER]: String(outcome.changeGroup) });
