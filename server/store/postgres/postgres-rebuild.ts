import type { Migration } from '../migration-files.ts';
import { postgresStudentTable } from './postgres-student-table.ts';
import { writeRecordFunction } from './write-record-function.ts';

const FUNCTION_END = '\nEND\n$$;';

/** The parts of the SQL that `postgresStudentTable` generates. */
interface TableDefinition {
  /** Each column with its type, as in the functions' parameters. */
  columns: string[];
  checkFunction: string;
  textFunction: string;
  bodyColumn: string;
}

/**
 * Returns the SQL that changes the functions and the table of all migrations so far into those of the code, or undefined
 * if nothing changes. A `write_record` of other parameters is added: servers of the release before call theirs.
 */
export function postgresRebuild(
  migrations: readonly Migration[],
  target = postgresStudentTable(),
): string | undefined {
  const before = migrations.map(({ sql }) => sql).join('\n');
  const written = writeRecordFunction();
  const parts = [
    rebuildTable(parseDefinition(before), parseDefinition(target)),
    findFunction(before, 'write_record') === written ? undefined : replaceFunction(written),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join('\n');
}

/**
 * If only the row check differs, its function is replaced and no row is touched. Otherwise the generated column and the
 * constraint are created again, which locks the table while PostgreSQL rewrites it.
 */
function rebuildTable(before: TableDefinition, after: TableDefinition): string | undefined {
  const isSameText = before.textFunction === after.textFunction;
  if (isSameText && before.checkFunction === after.checkFunction) return undefined;
  if (isSameText) return replaceFunction(after.checkFunction);
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
    // Two commands, because Citus refuses a constraint beside a column.
    `ALTER TABLE student_record\n  ADD COLUMN ${after.bodyColumn};`,
    `ALTER TABLE student_record\n  ADD CONSTRAINT valid_record CHECK (record_holds(student_uid, ${after.columns.map((column) => column.split(' ')[0]).join(', ')}));`,
  ].join('\n');
}

const replaceFunction = (definition: string): string =>
  definition.replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION');

/** Finds the last definition of each part in the SQL. */
function parseDefinition(sql: string): TableDefinition {
  const checkFunction = findFunction(sql, 'record_holds');
  const [, parameters = ''] = /\(student_uid text, ([^)]*)\)/.exec(checkFunction) ?? [];
  return {
    columns: parameters.split(', '),
    checkFunction,
    textFunction: findFunction(sql, 'record_text'),
    bodyColumn: findLast(sql, /\n {2}(?:ADD COLUMN )?(body text .*\bSTORED)/g),
  };
}

/** The last definition. A CREATE OR REPLACE FUNCTION is returned as CREATE FUNCTION. */
function findFunction(sql: string, name: string): string {
  const created = sql.replaceAll('CREATE OR REPLACE FUNCTION', 'CREATE FUNCTION');
  const start = created.lastIndexOf(`CREATE FUNCTION ${name}(`);
  const end = created.indexOf(FUNCTION_END, start) + FUNCTION_END.length;
  return start === -1 ? '' : created.slice(start, end);
}

const findLast = (sql: string, pattern: RegExp): string => [...sql.matchAll(pattern)].at(-1)?.[1] ?? '';
