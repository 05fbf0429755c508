import type { Migration } from '../migration-files.ts';
import { postgresStudentTable } from './postgres-student-table.ts';

/** The two functions and the table of one state of the field table, as `recordTable` writes them. */
interface Definition {
  /** Each column with its type, as the functions take them. */
  columns: string[];
  holds: string;
  text: string;
  body: string;
}

/**
 * The SQL that brings the table of all migrations so far to `target`; undefined if it is that already. Where only what
 * a row must hold has changed, its function is replaced and no row is touched. Otherwise the stored text and the check
 * are made anew, which locks the table while PostgreSQL writes it again.
 */
export function postgresRebuild(
  migrations: readonly Migration[],
  target = postgresStudentTable(),
): string | undefined {
  const before = definitionIn(migrations.map(({ sql }) => sql).join('\n'));
  const after = definitionIn(target);
  const sameText = before.text === after.text;
  if (sameText && before.holds === after.holds) return undefined;
  if (sameText) return after.holds.replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION');
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
    after.holds,
    after.text,
    `ALTER TABLE student_record\n  ADD COLUMN ${after.body},\n  ADD CONSTRAINT valid_record CHECK (record_holds(student_uid, ${after.columns.map((column) => column.split(' ')[0]).join(', ')}));`,
  ].join('\n');
}

/** The latest of each in the text of all migrations, the functions as CREATE FUNCTION. */
function definitionIn(sql: string): Definition {
  const latest = (pattern: RegExp): string => [...sql.matchAll(pattern)].at(-1)?.[1] ?? '';
  const holds = `CREATE FUNCTION ${latest(/CREATE (?:OR REPLACE )?FUNCTION (record_holds\([\s\S]*?\nEND\n\$\$;)/g)}`;
  const [, parameters = ''] = /\(student_uid text, ([^)]*)\)/.exec(holds) ?? [];
  return {
    columns: parameters.split(', '),
    holds,
    text: `CREATE FUNCTION ${latest(/CREATE (?:OR REPLACE )?FUNCTION (record_text\([\s\S]*?\nEND\n\$\$;)/g)}`,
    body: latest(/\n {2}(?:ADD COLUMN )?(body text .*\bSTORED)/g),
  };
}
