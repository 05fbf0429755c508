import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Statement } from '../server/store/database.ts';

const SERVER = join(import.meta.dirname, '../server');
const modules = globSync('**/*.ts', { cwd: SERVER, exclude: ['**/*.test.ts', 'store/database.ts'] }).filter(
  (file) => readFileSync(join(SERVER, file), 'utf8').includes('defineStatements('),
);

/** All statements of the general door, found in the capabilities: each exports its own as STATEMENTS. */
export const DATABASE_STATEMENTS: readonly Statement[] = (
  await Promise.all(modules.map((file) => import(join(SERVER, file))))
).flatMap(({ STATEMENTS }: { STATEMENTS: Record<string, Statement> }) => Object.values(STATEMENTS));
