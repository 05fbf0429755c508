import { DatabaseSync } from 'node:sqlite';
import { UserError } from '../../errors/user-error.ts';
import { sendOutcome } from './child-outcome.ts';
import { checkSchema, findDamage } from './migrate-sqlite.ts';
import type { BackupContent } from './verify-backup.ts';

const [file = ''] = process.argv.slice(2);
sendOutcome(verify);

function verify(): BackupContent {
  using database = new DatabaseSync(file, { readOnly: true });
  checkSchema(database, file);
  const damage = findDamage(database);
  if (damage !== undefined) throw new UserError(`The backup ${file} is damaged: ${damage}.`);
  const { accounts, students } = database
    .prepare(
      'SELECT (SELECT count(*) FROM account) AS accounts, (SELECT count(*) FROM student_record WHERE tier IS NOT NULL) AS students',
    )
    .get() as { accounts: number; students: number };
  return { accounts, students };
}
