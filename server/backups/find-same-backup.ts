import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type BackupFolder, listBackups } from './backup-folder.ts';

/**
 * The last migration backup before `made` if both have the same content: it is of a try that was killed. SQLite copies an
 * unchanged database to the same bytes.
 */
export async function findSameBackup(folder: BackupFolder, made: string): Promise<string | undefined> {
  const earlier = listBackups(folder).find(({ kind, file }) => kind === 'migration' && file !== made);
  return earlier !== undefined && (await hashFile(earlier.file)) === (await hashFile(made))
    ? earlier.file
    : undefined;
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}
