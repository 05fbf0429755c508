import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** The files of a run share dist/, and each archive takes seconds. */
export function globalSetup(): void {
  const program = join(import.meta.dirname, '../../packaging/pack.ts');
  execFileSync(process.execPath, [program, '--archives'], { stdio: ['ignore', 'ignore', 'inherit'] });
}
