import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readMigrations } from './migration-files.ts';
import { postgresRebuild } from './postgres/postgres-rebuild.ts';
import { sqliteRebuild } from './sqlite/sqlite-rebuild.ts';
import { sqliteStudentTable } from './sqlite/sqlite-student-table.ts';

/** `npm run migration -- NAME` writes a migration for each engine whose table differs from contract/state-fields.ts. */
const [name = ''] = process.argv.slice(2);
if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) {
  process.stderr.write('Name the migration in lower-case words: npm run migration -- level-100\n');
  process.exit(2);
}
const migrationsFolder = (engine: string) => join(import.meta.dirname, engine, 'migrations');
const migrated = new DatabaseSync(':memory:');
for (const { sql } of readMigrations(migrationsFolder('sqlite'))) migrated.exec(sql);
writeMigration('sqlite', sqliteRebuild(migrated, sqliteStudentTable()));
writeMigration('postgres', postgresRebuild(readMigrations(migrationsFolder('postgres'))));

function writeMigration(engine: string, sql: string | undefined): void {
  if (sql === undefined) {
    process.stdout.write(`${engine}: the table matches the field table, nothing to write\n`);
    return;
  }
  const count = globSync('*.sql', { cwd: migrationsFolder(engine) }).length;
  const file = join(migrationsFolder(engine), `${String(count + 1).padStart(4, '0')}-${name}.sql`);
  writeFileSync(file, `-- Replace this line with a sentence that says why, before you commit.\n${sql}\n`, {
    flag: 'wx',
  });
  process.stdout.write(`${file}\n`);
}
