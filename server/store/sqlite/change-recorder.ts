import type { StatementSync } from 'node:sqlite';
import type { ChangeNumbers } from '../stored-student.ts';
import type { WRITES } from './sqlite-statements.ts';

/** A change of one record, as it is sent to the writer thread. */
export type ChangeParameters = readonly [
  accountId: string,
  studentUid: string,
  kind: string,
  fields: string,
  at: number,
  byKind: string,
  byId: string,
  operation: string | null,
];

/** Records a change in the account's history, in the transaction of the write. */
export function recordChange(
  statements: Readonly<Record<keyof typeof WRITES, StatementSync>>,
  [accountId, studentUid, kind, fields, at, byKind, byId, operation]: ChangeParameters,
): ChangeNumbers {
  const { number } = statements.takeChangeNumber.get(accountId) as { number: number };
  const extended = statements.extendChangeGroup.get(accountId, number, at, byKind, byId, operation);
  if (extended === undefined)
    statements.insertChangeGroup.run(accountId, number, at, byKind, byId, operation);
  const group = (extended?.number ?? number) as number;
  statements.insertChange.run(accountId, number, group, at, studentUid, kind, fields);
  return { number, group };
}
