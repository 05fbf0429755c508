import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Config, isPostgres, sqlitePath } from '../config.ts';
import { FolderError } from './portrait-folder.ts';

const DEFAULT_FOLDER = 'portraits';

export interface PortraitLocation {
  readonly path: string;
  /** Beside the database: Rollbook makes the folder, and may remove from it. The other one is the operator's. */
  readonly isOwn: boolean;
}

/** Where portraits are. Undefined on PostgreSQL without ROLLBOOK_PORTRAITS: there is no folder that instances share. */
export function findPortraitLocation({
  portraits,
  database,
}: Pick<Config, 'portraits' | 'database'>): PortraitLocation | undefined {
  if (portraits !== undefined) return { path: portraits, isOwn: false };
  if (isPostgres(database)) return undefined;
  return { path: join(dirname(resolve(sqlitePath(database))), DEFAULT_FOLDER), isOwn: true };
}

/** Makes the folder, and those above it that are missing. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new FolderError(`The folder ${folder} cannot be made: the system reports ${code}.`, {
      cause: error,
    });
  }
}
