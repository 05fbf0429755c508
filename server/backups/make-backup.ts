import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MIN_FREE_DATABASES } from '../../contract/health-bounds.ts';
import { UserError } from '../errors/user-error.ts';
import type { BackupContent } from '../store/inspection.ts';
import { backUpDatabase } from '../store/sqlite/backup-database.ts';
import { copyOwner, explainFileError } from '../store/sqlite/database-files.ts';
import { createFolder } from '../store/sqlite/open-sqlite.ts';
import { verifyBackup } from '../store/sqlite/verify-backup.ts';
import {
  type BackupFolder,
  type BackupKind,
  backupFileName,
  parseFileName,
  readEntry,
} from './backup-folder.ts';
import { readDiskSpace } from './disk-space.ts';
import { formatBytes } from './format-bytes.ts';

const OWNER_ONLY = 0o700;
/** Ends the name of a copy that is not complete. */
const PARTIAL = /(\.db)\.[0-9a-f]+\.partial(-\w+)?$/;

/** The disk has too little room for a backup. */
export class LowDiskError extends UserError {}

export interface MadeBackup extends BackupContent {
  readonly file: string;
  readonly bytes: number;
}

interface BackupRequest {
  /** The file. */
  readonly database: string;
  readonly folder: BackupFolder;
  readonly kind: BackupKind;
  readonly now: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Adds a verified backup to the folder. The caller holds the lock (`lockBackups`), so that what is not complete in the
 * folder is the rest of a process that was killed.
 */
export async function makeBackup({
  database,
  folder,
  kind,
  now,
  signal,
}: BackupRequest): Promise<MadeBackup> {
  const file = explainErrors(folder.path, () => {
    prepareFolder(folder.path, database);
    removePartialCopies(folder);
    assertRoom(database, folder.path, kind);
    return findFreeName(folder, kind, now);
  });
  const content = await backUpDatabase(database, file, signal, (copy) => {
    copyOwner(database, copy);
    return verifyBackup(copy, signal);
  });
  return { file, bytes: statSync(file).size, ...(content as BackupContent) };
}

function prepareFolder(folder: string, database: string): void {
  if (existsSync(folder)) return;
  createFolder(folder, 'backups', OWNER_ONLY);
  copyOwner(database, folder);
}

/** A migration may copy the largest table, to the file and to its log, besides. */
const MIN_FREE_FOR_MIGRATION = 3;

function assertRoom(database: string, folder: string, kind: BackupKind): void {
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const bytes = sizeOf(database) + sizeOf(`${database}-wal`);
  const { freeBytes } = readDiskSpace(folder);
  const [times, words] =
    kind === 'migration' ? [MIN_FREE_FOR_MIGRATION, 'three times'] : [MIN_FREE_DATABASES, 'twice'];
  if (freeBytes < times * bytes)
    throw new LowDiskError(
      `No backup is made: the disk of ${folder} has ${formatBytes(freeBytes)} free, less than ${words} the database (${formatBytes(bytes)}).`,
    );
}

function removePartialCopies(folder: BackupFolder): void {
  for (const name of readdirSync(folder.path)) {
    const isPartial = PARTIAL.test(name) && parseFileName(folder, name.replace(PARTIAL, '$1')) !== undefined;
    // A folder of such a name, or what another user has put there, keeps no backup from being made.
    if (isPartial || isReservation(folder, name)) removeIfPossible(join(folder.path, name));
  }
}

/** The empty file that reserves a name where there are no hard links. */
const isReservation = (folder: BackupFolder, name: string): boolean =>
  parseFileName(folder, name) !== undefined && readEntry(join(folder.path, name))?.size === 0;

function removeIfPossible(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // It is no backup, and its name is taken.
  }
}

/** Names hold seconds, and two may be made in one. */
function findFreeName(folder: BackupFolder, kind: BackupKind, now: number): string {
  const names = new Set(readdirSync(folder.path));
  let at = now;
  while (names.has(backupFileName(folder, kind, at))) at += 1_000;
  return join(folder.path, backupFileName(folder, kind, at));
}

function explainErrors<T>(folder: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`No backup can be made in ${folder}: ${explainFileError(error)}.`, { cause: error });
  }
}
