import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isPostgres, sqlitePath } from '../../server/config.ts';
import { SIDE_FILE_SUFFIXES } from '../../server/store/sqlite/database-files.ts';
import { type Check, failure, ok, type Result, warning } from './check.ts';

const { R_OK, W_OK, X_OK } = constants;
const OTHERS_MAY_READ = 0o004;

/** Whether the server may read and write its files, and others may not. */
export const checkFiles: Check = ({ config: { database }, isValid }) => {
  const file = resolve(sqlitePath(database));
  if (!isValid('database') || isPostgres(database) || !existsSync(file)) return [];
  const stats = statSync(file);
  // Its rights are of no concern here: who names the folder of the database must not be told to close it.
  if (!stats.isFile()) return [];
  const { uid, gid, mode } = stats;
  const files = ['', ...SIDE_FILE_SUFFIXES].map((suffix) => file + suffix).filter((one) => existsSync(one));
  const problems = [
    ...files.flatMap((one) => findRights(one, R_OK | W_OK, 'chmod u+rw')),
    ...findRights(dirname(file), R_OK | W_OK | X_OK, 'chmod u+rwx'),
    // As after a command that another user has run.
    ...files
      .filter((one) => statSync(one).uid !== uid)
      .map((one) =>
        failure(`${one} belongs to another user than the database`, `chown ${uid}:${gid} ${one}`),
      ),
  ];
  if (process.platform !== 'win32' && (mode & OTHERS_MAY_READ) !== 0)
    problems.push(warning(`every user of this machine may read ${file}`, `chmod o= ${file}`));
  if (problems.length > 0) return problems;
  if (process.getuid?.() === 0 && uid !== 0)
    return warning(
      `they belong to user ${uid}, and root may do everything, so that user's rights were not tried`,
      `Run this as the user of the server: sudo -u '#${uid}' rollbook doctor`,
    );
  return ok(`this user may read and write ${file} and its folder`);
};

function findRights(path: string, rights: number, remedy: string): Result[] {
  try {
    accessSync(path, rights);
    return [];
  } catch {
    return [
      failure(
        `this user may not read and write ${path}`,
        `Run this as the user of the server. If it is that user: ${remedy} ${path}`,
      ),
    ];
  }
}
