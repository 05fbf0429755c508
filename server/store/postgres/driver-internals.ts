import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';
import type { Statement } from './postgres-statements.ts';

export interface QueryRequest {
  readonly statement: Statement;
  readonly values: readonly unknown[];
  /** What it writes, where several share a transaction. */
  readonly row: string;
}
export type Result = Pick<pg.QueryResult, 'rows' | 'rowCount'>;
type Done<Found> = (error: Error | null, found: Found) => void;

/** What the driver has and its types do not. */
interface Connection extends EventEmitter {
  /** Another one once TLS has begun. */
  readonly stream: Socket;
  /** Has what comes on this stream parsed, by a listener of its own. */
  attachListeners(stream: Socket): void;
  /** The text of each statement that the server is known to know, by its name. */
  readonly parsedStatements: Record<string, string>;
  bind(what: { statement: string; values: readonly unknown[]; valueMapper: typeof parameter }): void;
  execute(what: object): void;
  sync(): void;
}
const Query = pg.Query as unknown as new (
  what: object,
  done: Done<never>,
) => {
  callback: Done<unknown>;
  handleRowDescription(message: { fields: unknown[] }): void;
  handleDataRow(message: { fields: unknown[] }): void;
  handleCommandComplete(message: { text: string }, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
};

export const connectionOf = (client: pg.Client): Connection =>
  (client as unknown as { connection: Connection }).connection;

/**
 * The server has said what it cannot have meant. From then on no answer can be told from another: thrown while a
 * message is handled, it ends the connection (`protocol-guard.ts`).
 */
export class ProtocolError extends Error {
  override name = 'ProtocolError';
}

/** A statement. */
export class PoolQuery extends Query {
  /** It, until its end was heard; the commit comes after that. */
  at: QueryRequest | undefined;
  #columns = 0;

  constructor(asked: QueryRequest, done: Done<Result>) {
    super({ ...asked.statement, values: asked.values }, done);
    this.at = asked;
  }

  override handleRowDescription(message: { fields: unknown[] }): void {
    this.#columns = message.fields.length;
    super.handleRowDescription(message);
  }

  override handleDataRow(message: { fields: unknown[] }): void {
    if (this.at === undefined || message.fields.length !== this.#columns)
      throw new ProtocolError('a row that nothing asked for');
    super.handleDataRow(message);
  }

  override handleCommandComplete(message: { text: string }, connection: Connection): void {
    if (this.at === undefined) throw new ProtocolError('a statement ended twice');
    rowCountIn(message.text);
    this.at = undefined;
    super.handleCommandComplete(message, connection);
  }

  override handleReadyForQuery(connection: Connection): void {
    if (this.at === undefined) super.handleReadyForQuery(connection);
    else endedTooSoon(this.callback);
  }
}

/**
 * Statements in one transaction, which begins with the first and ends with the one answer that is asked for: they
 * share a packet, a commit and a sync. The connection must have prepared them all. Finds the count of rows of each.
 */
export class BatchQuery extends Query {
  readonly #all: readonly QueryRequest[];
  readonly #found: Result[] = [];

  constructor(all: readonly QueryRequest[], done: Done<readonly Result[]>) {
    super({}, done);
    this.#all = all;
  }

  /** The first whose end was not heard: of an error before the commit, the one that had it. */
  get at(): QueryRequest | undefined {
    return this.#all[this.#found.length];
  }

  submit(connection: Connection): null {
    for (const { statement, values } of this.#all) {
      connection.bind({ statement: statement.name, values, valueMapper: parameter });
      connection.execute({});
    }
    connection.sync();
    return null;
  }

  override handleDataRow(): void {
    throw new ProtocolError('a row that nothing asked for');
  }

  override handleCommandComplete({ text }: { text: string }): void {
    if (this.at === undefined) throw new ProtocolError('a statement ended twice');
    this.#found.push({ rows: [], rowCount: rowCountIn(text) });
  }

  override handleReadyForQuery(): void {
    if (this.at === undefined) this.callback(null, this.#found);
    else endedTooSoon(this.callback);
  }
}

/** Of the tag that ends a statement, such as `UPDATE 1`. */
function rowCountIn(tag: string): number {
  const count = /^(?:SELECT|INSERT 0|UPDATE|DELETE) (\d+)$/.exec(tag)?.[1];
  if (count === undefined) throw new ProtocolError('a statement ended as none does');
  return Number(count);
}

/** The driver has let go of the query by then, and would not tell it that the connection ends. */
function endedTooSoon(callback: Done<unknown>): never {
  const error = new ProtocolError('a statement was answered before its end');
  callback(error, undefined);
  throw error;
}

const parameter = (value: unknown): string | null => (value === null ? null : String(value));
