import type { Socket } from 'node:net';
import pg from 'pg';
import type { Statement } from './statements.ts';

export interface Asked {
  readonly statement: Statement;
  readonly values: readonly unknown[];
}
export type Result = Pick<pg.QueryResult, 'rows' | 'rowCount'>;
type Done<Found> = (error: Error | null, found: Found) => void;

/** What the driver has and its types do not. */
interface Connection {
  readonly stream: Socket;
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
  handleCommandComplete(message: { text: string }, connection: Connection): void;
};

export const connectionOf = (client: pg.Client): Connection =>
  (client as unknown as { connection: Connection }).connection;

/** A statement, which knows whether its end was heard. */
export class Sent extends Query {
  completed = false;

  constructor({ statement, values }: Asked, done: Done<Result>) {
    super({ ...statement, values }, done);
  }

  override handleCommandComplete(message: { text: string }, connection: Connection): void {
    this.completed = true;
    super.handleCommandComplete(message, connection);
  }
}

/**
 * Statements in one transaction, which begins with the first and ends with the one answer that is asked for: they
 * share a packet, a commit and a sync. The connection must have prepared them all. Finds the count of rows of each.
 */
export class SentTogether extends Query {
  readonly #all: readonly Asked[];
  readonly #found: Result[] = [];

  constructor(all: readonly Asked[], done: Done<readonly Result[]>) {
    super({}, done);
    this.#all = all;
  }

  /** Whether the end of the last was heard; the commit comes after it. */
  get completed(): boolean {
    return this.#found.length === this.#all.length;
  }

  submit(connection: Connection): null {
    for (const { statement, values } of this.#all) {
      connection.bind({ statement: statement.name, values, valueMapper: parameter });
      connection.execute({});
    }
    connection.sync();
    return null;
  }

  override handleCommandComplete({ text }: { text: string }): void {
    this.#found.push({ rows: [], rowCount: Number(text.slice(text.lastIndexOf(' '))) });
  }

  handleReadyForQuery(): void {
    this.callback(null, this.#found);
  }
}

const parameter = (value: unknown): string | null => (value === null ? null : String(value));
