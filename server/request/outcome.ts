import { JSON_CONTENT_TYPE } from '../../contract/headers.ts';

/** The answer to a request. An error is thrown instead. */
export interface Outcome {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

const JSON_HEADERS = { 'content-type': JSON_CONTENT_TYPE };

export const jsonOutcome = (body: string | Buffer): Outcome => ({ status: 200, headers: JSON_HEADERS, body });

export const withHeaders = (outcome: Outcome, headers: Readonly<Record<string, string>>): Outcome => ({
  ...outcome,
  headers: { ...outcome.headers, ...headers },
});
