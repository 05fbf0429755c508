import { backupFolder, listBackups } from '../../server/backups/backup-folder.ts';
import { formatBytes } from '../../server/backups/format-bytes.ts';
import { type Config, isPostgres } from '../../server/config.ts';
import { UserError } from '../../server/errors/user-error.ts';
import type { CommandResult } from '../command.ts';
import { programName } from '../program-name.ts';
import { formatTable } from '../table.ts';

/** The database was named by this option, which the commands that restore repeat. */
type DatabaseOption = string | undefined;

/** Lists the automatic backups, newest first, each with the command that puts it back. */
export function showBackups(config: Config, database: DatabaseOption): CommandResult {
  if (isPostgres(config.database))
    throw new UserError(
      'PostgreSQL has its own tools for backups: make one with pg_dump --format=custom --no-unlogged-table-data --file=FILE URL, and put it back with pg_restore --exit-on-error --no-owner --dbname=URL FILE, into an empty database.',
    );
  const folder = backupFolder(config);
  if (folder === undefined)
    return {
      value: [],
      text: 'ROLLBOOK_BACKUPS is off: no backups are made. `rollbook restore FILE` puts back one that `rollbook backup` made.',
    };
  const backups = listBackups(folder).map(({ at, bytes, kind, file }) => ({
    at: new Date(at).toISOString(),
    kind,
    bytes,
    file,
    command: restoreCommand(file, database),
  }));
  const [newest] = backups;
  if (newest === undefined)
    return {
      value: [],
      text: `There are no backups of this database in ${folder.path} yet. rollbook serve makes one a day.`,
    };
  const table = formatTable(
    backups.map(({ at, kind, bytes, file }) => ({ at, kind, size: formatBytes(bytes), file })),
  );
  return {
    value: backups,
    text: `${table}\n\nStop the server, then put one back, such as the newest:\n${newest.command}`,
  };
}

const restoreCommand = (file: string, database: DatabaseOption): string =>
  [
    programName(),
    ...['restore', file, ...(database === undefined ? [] : ['--database', database])].map(quoteForShell),
  ].join(' ');

/** A word quoted as POSIX shells and PowerShell read it. */
const quoteForShell = (word: string): string =>
  /^[\w@%+=:,./\\-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
