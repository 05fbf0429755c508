import type pg from 'pg';
import type { Statement } from '../database.ts';

export interface QueryRequest {
  readonly statement: Statement;
  readonly values: readonly unknown[];
  /** Identifies the row that a statement of a batch writes. */
  readonly row: string;
}
export type Result = Pick<pg.QueryResult, 'rows' | 'rowCount'>;

/** Why a batch was not committed. Without `request` it was the commit that failed, whose outcome is unknown. */
export interface BatchFailure {
  error: Error;
  request: QueryRequest | undefined;
}

export function sendQuery(
  client: pg.Client,
  { statement, values }: QueryRequest,
  finish: (error: Error | null, result: Result) => void,
): void {
  client.query({ ...statement, values: values as unknown[] }, finish);
}

/**
 * Sends statements in one transaction without waiting in between: they share a packet, a commit and a sync to disk.
 * After an error PostgreSQL refuses those that follow, and the commit rolls back.
 */
export function sendBatch(
  client: pg.Client,
  requests: readonly QueryRequest[],
  finish: (failure: BatchFailure | undefined, results: readonly Result[]) => void,
): void {
  const results: Result[] = [];
  let failure: BatchFailure | undefined;
  const fail = (error: Error | null, request: QueryRequest | undefined) => {
    if (error !== null) failure ??= { error, request };
  };
  client.query('BEGIN', (error) => fail(error, requests[0]));
  for (const request of requests)
    sendQuery(client, request, (error, result) => {
      fail(error, request);
      results.push(result);
    });
  client.query('COMMIT', (error) => {
    fail(error, undefined);
    finish(failure, results);
  });
}
