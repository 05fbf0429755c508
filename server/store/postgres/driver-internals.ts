/**
 * All that we use of the `pg` driver beyond its documented interface. `driver-internals.test.ts` fails when a new
 * version of the driver changes it.
 */
import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';
import type { Statement } from './postgres-statements.ts';

export interface QueryRequest {
  readonly statement: Statement;
  readonly values: readonly unknown[];
  /** Identifies the row that a statement of a batch writes. */
  readonly row: string;
}
export type Result = Pick<pg.QueryResult, 'rows' | 'rowCount'>;
type Callback<T> = (error: Error | null, result: T) => void;

/** Members that the driver's types leave out. */
interface Connection extends EventEmitter {
  /** Replaced by another one when TLS begins. */
  readonly stream: Socket;
  /** Adds the listener to the stream that parses the server's messages. */
  attachListeners(stream: Socket): void;
  bind(config: { statement: string; values: readonly unknown[]; valueMapper: typeof toParameter }): void;
  execute(config: object): void;
  sync(): void;
}
const Query = pg.Query as unknown as new (
  config: object,
  callback: Callback<never>,
) => {
  callback: Callback<unknown>;
  handleCommandComplete(message: { text: string }, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
};

const connectionOf = (client: pg.Client): Connection =>
  (client as unknown as { connection: Connection }).connection;

/** Buffers what is sent, so that several queries share a packet. */
export const corkClient = (client: pg.Client): void => connectionOf(client).stream.cork();
export const uncorkClient = (client: pg.Client): void => connectionOf(client).stream.uncork();

/** Closes the socket without waiting for anything; the driver then fails the queries in flight. */
export function destroyClient(client: pg.Client, error?: Error): void {
  connectionOf(client).stream.destroy(error);
}

/**
 * Closes the connection when new transactions of its session become read-only. Thrown, so that `closeOnParseError`
 * drops the rest of the packet: it may hold the response to a read, which a new primary has to answer.
 */
export function closeWhenReadOnly(client: pg.Client): void {
  connectionOf(client).on('parameterStatus', ({ parameterName, parameterValue }) => {
    if (parameterName === 'default_transaction_read_only' && parameterValue === 'on')
      throw new Error('the server became read-only');
  });
}

export function sendQuery(client: pg.Client, query: PoolQuery | BatchQuery): void {
  client.query(query as never);
}

/**
 * Closes the connection when the driver throws while it parses what the server sent, and then fails the queries in
 * flight. The driver parses in a listener of its socket, where an exception would end the process.
 */
export function closeOnParseError(client: pg.Client): void {
  const connection = connectionOf(client);
  const attach = connection.attachListeners.bind(connection);
  connection.attachListeners = (stream: Socket) => {
    attach(stream);
    const parse = stream.listeners('data').at(-1) as (data: Buffer) => void;
    stream.off('data', parse);
    stream.on('data', (data: Buffer) => {
      try {
        parse(data);
      } catch (error) {
        stream.destroy(error as Error);
      }
    });
  };
}

/** One statement, which is a transaction of its own. */
export class PoolQuery extends Query {
  /** The statement until the server has reported its completion; the commit follows. */
  incomplete: QueryRequest | undefined;

  constructor(request: QueryRequest, callback: Callback<Result>) {
    super({ ...request.statement, values: request.values }, callback);
    this.incomplete = request;
  }

  override handleCommandComplete(message: { text: string }, connection: Connection): void {
    this.incomplete = undefined;
    super.handleCommandComplete(message, connection);
  }
}

/**
 * Statements in one implicit transaction, because only one sync follows them: they share a packet, a commit and a sync
 * to disk. The connection must have prepared them all. The results have row counts but no rows.
 */
export class BatchQuery extends Query {
  readonly #requests: readonly QueryRequest[];
  readonly #results: Result[] = [];

  constructor(requests: readonly QueryRequest[], callback: Callback<readonly Result[]>) {
    super({}, callback);
    this.#requests = requests;
  }

  /** The first statement that the server has not completed: after an error before the commit, the one that failed. */
  get incomplete(): QueryRequest | undefined {
    return this.#requests[this.#results.length];
  }

  submit(connection: Connection): null {
    for (const { statement, values } of this.#requests) {
      connection.bind({ statement: statement.name, values, valueMapper: toParameter });
      connection.execute({});
    }
    connection.sync();
    return null;
  }

  override handleCommandComplete({ text }: { text: string }): void {
    this.#results.push({ rows: [], rowCount: Number(text.slice(text.lastIndexOf(' '))) });
  }

  override handleReadyForQuery(): void {
    this.callback(null, this.#results);
  }
}

const toParameter = (value: unknown): string | null => (value === null ? null : String(value));
