import type { Socket } from 'node:net';
import pg from 'pg';
import type { Statement } from './statements.ts';

export interface Asked {
  readonly statement: Statement;
  readonly values: readonly unknown[];
  /** What it writes, where several share a transaction. */
  readonly row: string;
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

/** A statement. */
export class Sent extends Query {
  /** It, until its end was heard; the commit comes after that. */
  at: Asked | undefined;

  constructor(asked: Asked, done: Done<Result>) {
    super({ ...asked.statement, values: asked.values }, done);
    this.at = asked;
  }

  override handleCommandComplete(message: { text: string }, connection: Connection): void {
    this.at = undefined;
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

  /** The first whose end was not heard: of an error before the commit, the one that had it. */
  get at(): Asked | undefined {
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

  override handleCommandComplete({ text }: { text: string }): void {
    this.#found.push({ rows: [], rowCount: Number(text.slice(text.lastIndexOf(' '))) });
  }

  handleReadyForQuery(): void {
    this.callback(null, this.#found);
  }
}

const parameter = (value: unknown): string | null => (value === null ? null : String(value));
