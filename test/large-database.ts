import { DatabaseSync } from 'node:sqlite';
import { runCommand } from './service.ts';

const ROW_KIB = 64;

/** Creates a SQLite database that takes a while to copy. */
export async function largeDatabase(file: string, mebibytes: number): Promise<void> {
  await runCommand(['migrate'], `sqlite:${file}`);
  const database = new DatabaseSync(file);
  database.exec('PRAGMA synchronous = OFF');
  database.exec(
    "INSERT INTO account (account_id, name, status, created_at) VALUES ('large', 'large', 'active', 0)",
  );
  const rows = Math.round((mebibytes * 1024) / ROW_KIB);
  database
    .prepare(
      `WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
      INSERT INTO growth_goal (account_id, student_uid, goal)
        SELECT 'large', n, json_quote(hex(randomblob(?))) FROM number`,
    )
    .run(rows, (ROW_KIB * 1024) / 2);
  database.close();
}
