import { rmSync } from 'node:fs';
import type { BackupFile } from './backup-folder.ts';

/** Backups kept of each kind. */
const KEPT_BACKUPS = 7;

/**
 * Every complete backup in the folder was verified when it was made. Throws after the last one if some could not be
 * removed.
 */
export function removeOldBackups(backups: readonly BackupFile[], now: number): void {
  const errors = findOldBackups(backups, now).flatMap(({ file }) => {
    try {
      rmSync(file, { force: true });
      return [];
    } catch (error) {
      return [error];
    }
  });
  if (errors.length > 0) throw errors[0];
}

/** Finds the backups beyond the newest seven of their kind. */
export function findOldBackups(backups: readonly BackupFile[], now: number): BackupFile[] {
  // A clock that was wrong may have dated some years ahead. They count as the oldest, or no new one would be kept.
  const age = ({ at }: BackupFile) => (at <= now ? now - at : at);
  return [...Map.groupBy(backups, ({ kind }) => kind).values()].flatMap((same) =>
    same.toSorted((one, other) => age(one) - age(other)).slice(KEPT_BACKUPS),
  );
}
