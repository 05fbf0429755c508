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
    const [{ awaitBackupLock }, { makeBackup }, { findSameBackup }] = await Promise.all([
      import('./backup-lock.ts'),
      import('./make-backup.ts'),
      import('./find-same-backup.ts'),
    ]);
    // Ends the lock, unless there is a backup: then the caller does.
    using held = new DisposableStack();
    held.use(await awaitBackupLock(database));
    try {
      if (!isDue()) return undefined;
      const { file } = await makeBackup({ database, folder, kind: 'migration', now: Date.now() });
      const discard = () => rmSync(file, { force: true });
      // A backup that cannot be read keeps no migration from being tried.
      const earlier = await findSameBackup(folder, file).catch(() => undefined);
      if (earlier !== undefined) discard();
      const lock = held.move();
      return { backup: earlier ?? file, discard, release: () => lock.dispose() };
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      throw new UserError(
        `The database ${database} is older than this program, and is not migrated without a backup. ${error.message} Correct that, name another folder in ROLLBOOK_BACKUPS, or go on without a backup with ROLLBOOK_BACKUPS=off.`,
        { cause: error },
      );
    }
  };
}
