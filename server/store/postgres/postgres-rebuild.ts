import type { Migration } from '../migration-files.ts';
import { postgresStudentTable } from './postgres-student-table.ts';

/** The parts of the SQL that `postgresStudentTable` generates. */
interface TableDefinition {
  /** Each column with its type, as in the functions' parameters. */
  columns: string[];
  checkFunction: string;
  textFunction: string;
  bodyColumn: string;
}

/**
 * Returns the SQL that changes the table of all migrations so far into `target`, or undefined if nothing changes. If
 * only the row check differs, its function is replaced and no row is touched. Otherwise the generated column and the
 * constraint are created again, which locks the table while PostgreSQL rewrites it.
 */
export function postgresRebuild(
  migrations: readonly Migration[],
  target = postgresStudentTable(),
): string | undefined {
  const before = parseDefinition(migrations.map(({ sql }) => sql).join('\n'));
  const after = parseDefinition(target);
  const isSameText = before.textFunction === after.textFunction;
  if (isSameText && before.checkFunction === after.checkFunction) return undefined;
  if (isSameText) return after.checkFunction.replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION');
  const types = new Map(before.columns.map((column) => column.split(' ') as [string, string]));
  const changes = after.columns.flatMap((column) => {
    const [name = '', type = ''] = column.split(' ');
    if (!types.has(name)) return [`ADD COLUMN ${name} ${type}`];
    return types.get(name) === type ? [] : [`ALTER COLUMN ${name} TYPE ${type}`];
  });
  return [
    'ALTER TABLE student_record DROP CONSTRAINT valid_record, DROP COLUMN body;',
    'DROP FUNCTION record_holds, record_text;',
    ...(changes.length === 0 ? [] : [`ALTER TABLE student_record\n  ${changes.join(',\n  ')};`]),
    after.checkFunction,
    after.textFunction,
    `ALTER TABLE student_record\n  ADD COLUMN ${after.bodyColumn},\n  ADD CONSTRAINT valid_record CHECK (record_holds(student_uid, ${after.columns.map((column) => column.split(' ')[0]).join(', ')}));`,
  ].join('\n');
}

/** Finds the last definition of each part in the SQL; a CREATE OR REPLACE FUNCTION is returned as CREATE FUNCTION. */
function parseDefinition(sql: string): TableDefinition {
  const findLast = (pattern: RegExp): string => [...sql.matchAll(pattern)].at(-1)?.[1] ?? '';
  const checkFunction = `CREATE FUNCTION ${findLast(/CREATE (?:OR REPLACE )?FUNCTION (record_holds\([\s\S]*?\nEND\n\$\$;)/g)}`;
  const [, parameters = ''] = /\(student_uid text, ([^)]*)\)/.exec(checkFunction) ?? [];
  return {
    columns: parameters.split(', '),
    checkFunction,
    textFunction: `CREATE FUNCTION ${findLast(/CREATE (?:OR REPLACE )?FUNCTION (record_text\([\s\S]*?\nEND\n\$\$;)/g)}`,
    bodyColumn: findLast(/\n {2}(?:ADD COLUMN )?(body text .*\bSTORED)/g),
  };
}
