import { BOND_RANK_STARTS } from '../../../contract/bond-ranks.ts';
import { STATE_FIELDS, STATE_NAMES, type StateName } from '../../../contract/state-fields.ts';
import { GROWTH_COLUMNS, GROWTH_RANGES, ROW_CHECKS, toColumnName } from '../columns.ts';

/** The smallest type that holds each field's range. */
export const COLUMN_TYPES: readonly string[] = STATE_NAMES.map((name: StateName) =>
  STATE_FIELDS[name].max < 2 ** 15 ? 'smallint' : 'integer',
);

/** As on SQLite, except that the bond rank is found by binary search, not by a CASE of all ranks. */
const POSTGRES_ROW_CHECKS = {
  ...ROW_CHECKS,
  bond_exp_of_rank: `bond_exp IS NULL OR (bond IS NOT NULL AND width_bucket(bond_exp, '{${BOND_RANK_STARTS.join(',')}}'::integer[]) = bond)`,
};

/**
 * Generates the table of student records from the field table, as on SQLite. The row check and the response text are
 * functions, because PostgreSQL parses the expressions of a table for every statement that writes to it, but a function
 * once per session (figures: docs/performance.md). A test compares the result with the migrated table.
 */
export function postgresStudentTable(): string {
  const typedColumns = GROWTH_COLUMNS.map((column, i) => `${column} ${COLUMN_TYPES[i]}`);
  const columns = ['student_uid', ...GROWTH_COLUMNS].join(', ');
  const checks = [
    // Control characters are excluded, so that record_text need only escape backslashes and quotes.
    String.raw`student_uid <> '' AND student_uid !~ '[\x01-\x1f]'`,
    ...GROWTH_RANGES,
    ...Object.values(POSTGRES_ROW_CHECKS),
  ];
  const uid = String.raw`replace(replace(student_uid, '\', '\\'), '"', '\"')`;
  const pairs = STATE_NAMES.map((name) => `',"${name}":' || coalesce(${toColumnName(name)}::text, 'null')`);
  const definitions = [
    'account_id text COLLATE "C" NOT NULL REFERENCES account ON DELETE CASCADE',
    'student_uid text COLLATE "C" NOT NULL',
    ...typedColumns,
    `body text COLLATE "C" NOT NULL GENERATED ALWAYS AS (record_text(${columns})) STORED`,
    'PRIMARY KEY (account_id, student_uid)',
    `CONSTRAINT valid_record CHECK (record_holds(${columns}))`,
  ];
  return [
    createFunction(
      'record_holds',
      'boolean',
      typedColumns,
      checks.map((check) => `(${check})`).join('\n    AND '),
    ),
    createFunction(
      'record_text',
      'text',
      typedColumns,
      [`'{"studentUid":"' || ${uid} || '"'`, ...pairs, "'}'"].join('\n    || '),
    ),
    // The fillfactor leaves space on the page for heap-only tuple (HOT) updates, which touch no index.
    `CREATE TABLE student_record (\n  ${definitions.join(',\n  ')}\n) WITH (fillfactor = 80);`,
  ].join('\n\n');
}

const createFunction = (
  name: string,
  returns: string,
  parameters: readonly string[],
  expression: string,
): string =>
  `CREATE FUNCTION ${name}(student_uid text, ${parameters.join(', ')}) RETURNS ${returns}
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN ${expression};
END
$$;`;
