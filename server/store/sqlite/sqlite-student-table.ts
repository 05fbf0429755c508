import { STATE_NAMES } from '../../../contract/state-fields.ts';
import { columnOf, GROWTH_COLUMNS, GROWTH_RANGES, ROW_CHECKS } from '../columns.ts';

/**
 * The table of all state, made from the field table. One row is all that is known of one student for one
 * account: recruited (a tier), or only a bond recorded (no tier). The row keeps the JSON text that is answered,
 * made by the engine itself, so that reading makes no object of it and no text again.
 * The migrations hold this text as it was; a test fails when they and the field table part ways.
 */
export function sqliteStudentTable(): string {
  const pairs = STATE_NAMES.map((name) => `'${name}', ${columnOf(name)}`);
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
