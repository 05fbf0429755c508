import { rmSync } from 'node:fs';
import type { Config } from '../config.ts';
import { UserError } from '../errors/user-error.ts';
import type { OpenOptions } from '../store/open-options.ts';
import { backupFolder } from './backup-folder.ts';

/**
 * For `openStore`; undefined if backups are off. A database that cannot be backed up is not migrated: without the
 * backup there is no way back, and the operator, who has just upgraded, can make room or turn backups off.
 */
export function backupBeforeMigration(
  config: Pick<Config, 'backups' | 'database'>,
): OpenOptions['backUpBeforeMigration'] {
  const folder = backupFolder(config);
  if (folder === undefined) return undefined;
  return async (database, isDue) => {
    // Loaded here, because most starts have nothing to migrate.
    const [{ awaitBackupLock }, { makeBackup }] = await Promise.all([
      import('./backup-lock.ts'),
      import('./make-backup.ts'),
    ]);
    const lock = await awaitBackupLock(database);
    try {
      const backup = isDue()
        ? await makeBackup({ database, folder, kind: 'migration', now: Date.now() })
        : undefined;
      if (backup === undefined) {
        lock[Symbol.dispose]();
        return undefined;
      }
      return {
        backup: backup.file,
        discard: () => rmSync(backup.file, { force: true }),
        release: () => lock[Symbol.dispose](),
      };
    } catch (error) {
      lock[Symbol.dispose]();
      if (!(error instanceof UserError)) throw error;
      throw new UserError(
        `The database ${database} is older than this program, and is not migrated without a backup. ${error.message} Correct that, name another folder in ROLLBOOK_BACKUPS, or go on without a backup with ROLLBOOK_BACKUPS=off.`,
        { cause: error },
      );
    }
  };
}
