import { resolve } from 'node:path';
import { isPostgres, SETTINGS, sqlitePath } from '../config.ts';

const PLAIN = /^[\w./:\\-]+$/;

/**
 * A command as the operator pastes it where the server runs. A file that is not the default one is named. The address of
 * PostgreSQL may have a password: the command finds it in the environment, as the server did.
 */
export function writeCommand(program: string, database: string, words: string): string {
  if (database === SETTINGS.database.defaultValue || isPostgres(database)) return `${program} ${words}`;
  return `${program} ${words} --database ${quote(`sqlite:${resolve(sqlitePath(database))}`)}`;
}

function quote(word: string): string {
  if (PLAIN.test(word)) return word;
  return process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", `'\\''`)}'`;
}
