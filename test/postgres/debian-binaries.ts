import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = '/usr/lib/postgresql';

/** The folder of Debian's newest PostgreSQL, because the one from npm comes without pg_dump and pg_restore. */
export function debianBinaries(): string | undefined {
  const newest = existsSync(FOLDER) ? readdirSync(FOLDER).sort().at(-1) : undefined;
  return newest && join(FOLDER, newest, 'bin');
}
