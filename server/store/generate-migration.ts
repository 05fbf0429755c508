import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readMigrations } from './migration-files.ts';
import { postgresRebuild } from './postgres/postgres-rebuild.ts';
import { sqliteRebuild } from './sqlite/sqlite-rebuild.ts';
import { sqliteStudentTable } from './sqlite/sqlite-student-table.ts';

/** `npm run migration -- NAME` writes what brings both engines to the field table (contract/state-fields.ts). */
const [name = ''] = process.argv.slice(2);
if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) {
  process.stderr.write('Name the migration in lower-case words: npm run migration -- level-100\n');
  process.exit(2);
}
const folderOf = (engine: string) => join(import.meta.dirname, engine, 'migrations');
const scratch = new DatabaseSync(':memory:');
for (const { sql } of readMigrations(folderOf('sqlite'))) scratch.exec(sql);
write('sqlite', sqliteRebuild(scratch, sqliteStudentTable()));
write('postgres', postgresRebuild(readMigrations(folderOf('postgres'))));

function write(engine: string, sql: string | undefined): void {
  if (sql === undefined) {
    process.stdout.write(`${engine}: the table is as the field table says, nothing to write\n`);
    return;
  }
  const count = globSync('*.sql', { cwd: folderOf(engine) }).length;
  const file = join(folderOf(engine), `${String(count + 1).padStart(4, '0')}-${name}.sql`);
  writeFileSync(file, `-- Says why in a sentence, before this is committed.\n${sql}\n`, { flag: 'wx' });
  process.stdout.write(`${file}\n`);
}
