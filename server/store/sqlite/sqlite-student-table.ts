import { STATE_NAMES } from '../../../contract/state-fields.ts';
import { GROWTH_COLUMNS, GROWTH_RANGES, ROW_CHECKS, toColumnName } from '../columns.ts';

/**
 * The CREATE TABLE statement for student records, generated from the field table. A row is one student of one account:
 * recruited (with a tier), or only a bond (no tier). SQLite generates `body`, the JSON that the API returns, so that
 * reads neither parse nor serialize. A test fails if the migrations lead to another table.
 */
export function sqliteStudentTable(): string {
  const pairs = STATE_NAMES.map((name) => `'${name}', ${toColumnName(name)}`);
  const lines = [
    'account_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE',
    "student_uid TEXT NOT NULL CHECK (student_uid <> '')",
    ...GROWTH_COLUMNS.map((column, i) => `${column} INTEGER CHECK (${GROWTH_RANGES[i]})`),
    `body TEXT NOT NULL GENERATED ALWAYS AS (json_object('studentUid', student_uid, ${pairs.join(', ')})) STORED`,
    'PRIMARY KEY (account_id, student_uid)',
    ...Object.entries(ROW_CHECKS).map(([name, check]) => `CONSTRAINT ${name} CHECK (${check})`),
  ];
  return `CREATE TABLE student_record (\n  ${lines.join(',\n  ')}\n) STRICT, WITHOUT ROWID`;
}
