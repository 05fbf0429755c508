import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const BUILD = join(import.meta.dirname, '../python/build_package.py');

/** Writes the wheel and the source archive of the Python package into a folder. */
export function packPython(folder: string): void {
  execFileSync('python3', [BUILD, folder], { stdio: 'inherit' });
}
