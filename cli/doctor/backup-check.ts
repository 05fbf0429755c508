import { accessSync, constants, existsSync } from 'node:fs';
import { MAX_BACKUP_AGE_MS } from '../../contract/health-bounds.ts';
import { type BackupFile, backupFolder, listBackups } from '../../server/backups/backup-folder.ts';
import { formatBytes } from '../../server/backups/format-bytes.ts';
import { isPostgres } from '../../server/config.ts';
import { describeFolderError } from '../../server/errors/file-errors.ts';
import { verifyBackup } from '../../server/store/sqlite/verify-backup.ts';
import { type Check, failure, failureOf, ok, type Result, warning } from './check.ts';
import { formatDuration } from './format-time.ts';
import { limitTime, TimeoutError } from './limit-time.ts';

const TIMEOUT_MS = 7_000;
/** For the older ones, if the last one is broken. Together both end before a check must. */
const SEARCH_TIMEOUT_MS = 2_000;
const MAKE_ONE = 'Make one: rollbook backup FILE';

/** Whether there is a recent backup, and whether it opens. */
export const BACKUP_CHECK: Check = {
  name: 'backup',
  run: async ({ config, isValid, database, now, signal }) => {
    if (!isValid('database', 'backups')) return [];
    if (isPostgres(config.database))
      return [ok("left to PostgreSQL's own tools, such as pg_dump; not looked at")];
    const folder = backupFolder(config);
    if (folder === undefined)
      return [
        warning(
          'ROLLBOOK_BACKUPS=off: none are made',
          'Leave it out, unless something else makes backups of this database.',
        ),
      ];
    const problem = findFolderProblem(folder.path);
    if (problem !== undefined) return [problem];
    const [last, ...older] = listBackups(folder);
    if (last === undefined)
      return (await database).state === 'open'
        ? [
            warning(
              `there is none in ${folder.path} yet`,
              `The server makes one each day while it runs. ${MAKE_ONE}`,
            ),
          ]
        : [];
    return [await describeBackup(last, older, now(), signal)];
  },
};

const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The server makes the folder where there is none. */
function findFolderProblem(folder: string): Result | undefined {
  if (!existsSync(folder)) return undefined;
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return failureOf(new Error(describeFolderError(folder, error)), 'Name another in ROLLBOOK_BACKUPS.');
  }
}

async function describeBackup(
  { file, at, bytes }: BackupFile,
  older: readonly BackupFile[],
  now: number,
  signal: AbortSignal,
): Promise<Result> {
  const age = now - at;
  const described = `${file}, ${formatBytes(bytes)}, made ${formatDuration(age)} ago`;
  let content: string;
  try {
    const { accounts, students } = await limitTime('The backup', TIMEOUT_MS, signal, (limited) =>
      verifyBackup(file, limited),
    );
    content = `opens: ${countOf(accounts, 'account')}, ${countOf(students, 'student')}`;
  } catch (error) {
    // A file of gigabytes takes longer to read, and is not broken for that.
    if (!(error instanceof TimeoutError)) {
      const { found } = failureOf(error as Error, '');
      const good = await findOneThatOpens(older, signal);
      return failure(
        `the last backup is broken: ${found}`,
        good === undefined
          ? `${MAKE_ONE}. ${older.length === 0 ? 'There is no other' : 'No other is known to open'}.`
          : `${MAKE_ONE}. The newest that opens is ${good.file}, made ${formatDuration(now - good.at)} ago.`,
      );
    }
    content = 'too large to be read here';
  }
  return age > MAX_BACKUP_AGE_MS
    ? warning(
        `the last is old: ${described}, ${content}`,
        'Start the server, read its log, and make one: rollbook backup FILE',
      )
    : ok(`${described}, ${content}`);
}

async function findOneThatOpens(
  backups: readonly BackupFile[],
  signal: AbortSignal,
): Promise<BackupFile | undefined> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(SEARCH_TIMEOUT_MS)]);
  for (const backup of backups) {
    if (limit.aborted) return undefined;
    try {
      await verifyBackup(backup.file, limit);
      return backup;
    } catch {}
  }
  return undefined;
}
