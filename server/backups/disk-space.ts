import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';

export interface DiskSpace {
  /** Bytes that this user may still write. */
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** The disk of a folder, or of the one that would hold it if it does not exist yet. */
export function readDiskSpace(folder: string): DiskSpace {
  if (!existsSync(folder) && dirname(folder) !== folder) return readDiskSpace(dirname(folder));
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
