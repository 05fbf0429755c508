/**
 * SQL that both engines understand, with parameters numbered as PostgreSQL does ($1). Its name is unique: prepared
 * statements and metrics have it.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

export type SqlValue = string | number | null;

/** One statement of a transaction. */
export interface Step {
  readonly statement: Statement;
  readonly values: readonly SqlValue[];
  /** The whole transaction is rolled back if the statement changes no row. */
  readonly isRequired: boolean;
}

/** The general door to the data, for all that is not on the fast path of `store.ts`: plain SQL, once for both engines. */
export interface Database {
  /** Rows are spread over nodes: one of them may be away while the others answer. */
  readonly isDistributed?: boolean;
  read<Row>(statement: Statement, ...values: SqlValue[]): Promise<Row[]>;
  /**
   * Runs the steps in one transaction. Returns the first required step that changes no row, if one does, or the first
   * step if there is no account `accountId`: then nothing is changed. Transactions with the same `accountId` run one
   * after the other. Metrics name it by `operation`.
   */
  write(operation: string, steps: readonly Step[], accountId?: string): Promise<Step | undefined>;
}

/** Whether all required steps have changed a row. */
export const succeeds = async (write: Promise<Step | undefined>): Promise<boolean> =>
  (await write) === undefined;

export const defineStatements = <Name extends string>(texts: Record<Name, string>): Record<Name, Statement> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, { name, text }])) as Record<
    Name,
    Statement
  >;

export const step = (statement: Statement, ...values: SqlValue[]): Step => ({
  statement,
  values,
  isRequired: false,
});

export const requiredStep = (statement: Statement, ...values: SqlValue[]): Step => ({
  statement,
  values,
  isRequired: true,
});

export const readOne = async <Row>(
  database: Database,
  statement: Statement,
  ...values: SqlValue[]
): Promise<Row | undefined> => (await database.read<Row>(statement, ...values))[0];
