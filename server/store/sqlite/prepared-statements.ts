import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Statement } from '../database.ts';

/** Prepares the statements of the fast path. */
export const prepareAll = <Name extends string>(
  database: DatabaseSync,
  statements: Readonly<Record<Name, string>>,
): Record<Name, StatementSync> =>
  Object.fromEntries(
    Object.entries<string>(statements).map(([name, sql]) => [name, database.prepare(sql)]),
  ) as Record<Name, StatementSync>;

/** Prepares each statement of the general door once, at its first use. SQLite writes numbered parameters as ?1. */
export function createPreparer(database: DatabaseSync): (statement: Statement) => StatementSync {
  const prepared = new Map<string, StatementSync>();
  return ({ text }) => {
    const known = prepared.get(text);
    if (known !== undefined) return known;
    const statement = database.prepare(text.replaceAll('$', '?'));
    prepared.set(text, statement);
    return statement;
  };
}
