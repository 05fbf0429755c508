import { accessSync, constants, existsSync } from 'node:fs';
import { basename, delimiter, extname, join, relative, sep } from 'node:path';

/** A checkout, an installed package, or the folder `app` of an unpacked archive. */
const PROGRAM_FOLDER = join(import.meta.dirname, '..');

/** The command that a person types to run this program, in the folder in which it was started. */
export function programName(): string {
  const entry = process.argv[1] ?? '';
  if (basename(entry, extname(entry)) === 'start-unpacked') return launcherOfArchive();
  if (isFoundByNpx()) return 'npx rollbook';
  return isOnPath() ? 'rollbook' : quotePath(join(PROGRAM_FOLDER, 'cli/rollbook'));
}

function launcherOfArchive(): string {
  const folder = join(PROGRAM_FOLDER, '..');
  const isWindows = process.platform === 'win32';
  const launcher = isWindows ? 'Rollbook.cmd' : 'rollbook';
  if (process.cwd() === folder) return isWindows ? `.\\${launcher}` : `./${launcher}`;
  return quotePath(join(folder, launcher));
}

/** Where npx started this, in a checkout, or beside the node_modules with the package. Elsewhere it asks the registry. */
const isFoundByNpx = (): boolean =>
  process.env.npm_command === 'exec' ||
  existsSync(join(process.cwd(), 'node_modules/.bin/rollbook')) ||
  (existsSync(join(PROGRAM_FOLDER, 'package-lock.json')) &&
    !relative(PROGRAM_FOLDER, process.cwd()).startsWith('..'));

const isOnPath = (): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(`${folder}${sep}rollbook`, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

const quotePath = (path: string): string => (/^[\w./:\\-]+$/.test(path) ? path : `"${path}"`);
