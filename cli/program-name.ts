import { basename, extname, join } from 'node:path';

/** The folder of an unpacked archive, which has the launcher. */
const ARCHIVE_FOLDER = join(import.meta.dirname, '../..');

/** What a person types to run this program, in the folder in which it was started. */
export function programName(): string {
  const entry = process.argv[1] ?? '';
  if (basename(entry, extname(entry)) !== 'start-unpacked') return 'npx rollbook';
  const isWindows = process.platform === 'win32';
  const launcher = isWindows ? 'Rollbook.cmd' : 'rollbook';
  if (process.cwd() === ARCHIVE_FOLDER) return isWindows ? `.\\${launcher}` : `./${launcher}`;
  const path = join(ARCHIVE_FOLDER, launcher);
  return /^[\w./:\\-]+$/.test(path) ? path : `"${path}"`;
}
