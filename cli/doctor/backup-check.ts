import { accessSync, constants, existsSync } from 'node:fs';
import { MAX_BACKUP_AGE_MS } from '../../contract/health-bounds.ts';
import { type BackupFile, backupFolder, listBackups } from '../../server/backups/backup-folder.ts';
import { formatBytes } from '../../server/backups/format-bytes.ts';
import { type Config, isPostgres } from '../../server/config.ts';
import { describeFolderError } from '../../server/errors/file-errors.ts';
import { UserError } from '../../server/errors/user-error.ts';
import { verifyBackup } from '../../server/store/sqlite/verify-backup.ts';
import { formatDuration } from './format-time.ts';
import { limitTime, TimeoutError } from './limit-time.ts';
import { failure, failureOf, ok, type Result, warning } from './result.ts';

const TIMEOUT_MS = 7_000;
/** For the older ones, if the last one is broken. Together both end before a check must. */
const SEARCH_TIMEOUT_MS = 2_000;
const MAKE_ONE = 'Make one: rollbook backup FILE';

/** Whether there is a recent backup, and whether it opens. */
export async function checkBackup(
  config: Config,
  isDatabaseOpen: Promise<boolean>,
  signal: AbortSignal,
): Promise<Result | []> {
  if (isPostgres(config.database))
    return ok("left to PostgreSQL's own tools, such as pg_dump; not looked at");
  const folder = backupFolder(config);
  if (folder === undefined)
    return warning(
      'ROLLBOOK_BACKUPS=off: none are made',
      'Leave it out, unless something else makes backups of this database.',
    );
  let backups: readonly BackupFile[];
  try {
    // The server makes the folder where there is none.
    if (existsSync(folder.path)) accessSync(folder.path, constants.R_OK | constants.W_OK | constants.X_OK);
    backups = listBackups(folder);
  } catch (error) {
    const problem = error instanceof UserError ? error.message : describeFolderError(folder.path, error);
    return failureOf(problem, 'Name another in ROLLBOOK_BACKUPS.');
  }
  const [last, ...older] = backups;
  if (last !== undefined) return describeBackup(last, older, signal);
  return (await isDatabaseOpen)
    ? warning(
        `there is none in ${folder.path} yet`,
        `The server makes one each day while it runs. ${MAKE_ONE}`,
      )
    : [];
}

async function describeBackup(
  { file, at, bytes }: BackupFile,
  older: readonly BackupFile[],
  signal: AbortSignal,
): Promise<Result> {
  let content: string;
  try {
    const { accounts, students, difference } = await limitTime('The backup', TIMEOUT_MS, signal, (limited) =>
      verifyBackup(file, limited),
    );
    if (difference !== undefined)
      return describeBroken(
        `${file} is not as Rollbook makes it, and restore refuses it: ${difference}.`,
        older,
        signal,
      );
    content = `opens: ${countOf(accounts, 'account')}, ${countOf(students, 'student')}`;
  } catch (error) {
    // A file of gigabytes takes longer to read, and is not broken for that.
    if (!(error instanceof TimeoutError)) return describeBroken((error as Error).message, older, signal);
    content = 'too large to be read here';
  }
  const found = `${file}, ${formatBytes(bytes)}, made ${formatAge(at)}, ${content}`;
  return Date.now() - at > MAX_BACKUP_AGE_MS
    ? warning(
        `the last is old: ${found}`,
        'Start the server, read its log, and make one: rollbook backup FILE',
      )
    : ok(found);
}

async function describeBroken(
  problem: string,
  older: readonly BackupFile[],
  signal: AbortSignal,
): Promise<Result> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(SEARCH_TIMEOUT_MS)]);
  const found = `the last backup is broken: ${failureOf(problem, '').found}`;
  for (const { file, at } of older)
    try {
      if ((await verifyBackup(file, limited)).difference !== undefined) continue;
      return failure(found, `${MAKE_ONE}. The newest that opens is ${file}, made ${formatAge(at)}.`);
    } catch {
      if (limited.aborted) break;
    }
  return failure(
    found,
    `${MAKE_ONE}. ${older.length === 0 ? 'There is no other' : 'No other is known to open'}.`,
  );
}

const formatAge = (at: number): string => `${formatDuration(Date.now() - at)} ago`;
const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
