import { BOND_RANK_STARTS } from '../../../contract/bond.ts';
import { STATE_FIELDS, STATE_NAMES, type StateName } from '../../../contract/state-fields.ts';
import { columnOf, GROWTH_COLUMNS, GROWTH_RANGES, ROW_CHECKS } from '../columns.ts';

/** Each field in the smallest type that holds its range. */
export const COLUMN_TYPES: readonly string[] = STATE_NAMES.map((name: StateName) =>
  STATE_FIELDS[name].max < 2 ** 15 ? 'smallint' : 'integer',
);

/** As on SQLite, but for the rank of an experience, which is searched for: a CASE of all ranks took as long as the rest. */
const CHECKS = {
  ...ROW_CHECKS,
  bond_exp_of_rank: `bond_exp IS NULL OR (bond IS NOT NULL AND width_bucket(bond_exp, '{${BOND_RANK_STARTS.join(',')}}'::integer[]) = bond)`,
};

/**
 * The table of all state, made from the field table as on SQLite. What a row must hold and the text that is
 * answered are functions, because PostgreSQL reads the expressions of a table anew for every statement that
 * writes it, but a function once a session: a patch costs the database half as much (docs/performance.md).
 * The migrations hold this text as it was; a test fails when they and the field table part ways.
 */
export function postgresStudentTable(): string {
  const typed = GROWTH_COLUMNS.map((column, i) => `${column} ${COLUMN_TYPES[i]}`);
  const given = ['student_uid', ...GROWTH_COLUMNS].join(', ');
  const rules = [
    // What has no place in a UID would need other escapes in JSON than these two.
    String.raw`student_uid <> '' AND student_uid !~ '[\x01-\x1f]'`,
    ...GROWTH_RANGES,
    ...Object.values(CHECKS),
  ];
  const uid = String.raw`replace(replace(student_uid, '\', '\\'), '"', '\"')`;
  const pairs = STATE_NAMES.map((name) => `',"${name}":' || coalesce(${columnOf(name)}::text, 'null')`);
  const lines = [
    'account_id text COLLATE "C" NOT NULL REFERENCES account ON DELETE CASCADE',
    'student_uid text COLLATE "C" NOT NULL',
    ...typed,
    `body text COLLATE "C" NOT NULL GENERATED ALWAYS AS (record_text(${given})) STORED`,
    'PRIMARY KEY (account_id, student_uid)',
    `CONSTRAINT valid_record CHECK (record_holds(${given}))`,
  ];
  return [
    pure('record_holds', 'boolean', typed, rules.map((rule) => `(${rule})`).join('\n    AND ')),
    pure(
      'record_text',
      'text',
      typed,
      [`'{"studentUid":"' || ${uid} || '"'`, ...pairs, "'}'"].join('\n    || '),
    ),
    // Room on the page for the next version of a row, so that an update touches no index.
    `CREATE TABLE student_record (\n  ${lines.join(',\n  ')}\n) WITH (fillfactor = 80);`,
  ].join('\n\n');
}

const pure = (name: string, returns: string, typed: readonly string[], expression: string): string =>
  `CREATE FUNCTION ${name}(student_uid text, ${typed.join(', ')}) RETURNS ${returns}
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN ${expression};
END
$$;`;
