import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '../../client/connect/connection.ts';
import { isArea } from '../../contract/areas.ts';
import { describeReadError } from '../../server/errors/file-errors.ts';
import { UserError } from '../../server/errors/user-error.ts';
import { findHome, findUserFolders } from '../user-folders.ts';

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;

function findFolder(): string {
  const home = findHome(homedir(), () => userInfo().homedir);
  return findUserFolders(process.platform, process.env, home).config;
}

/** Where `rollbook login` keeps the address and the key, for this user alone. */
export const loginFile = (): string => join(findFolder(), 'login.json');

/** Undefined if nobody is logged in. */
export async function readLogin(): Promise<Connection | undefined> {
  const file = loginFile();
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new UserError(`The login is not read. ${describeReadError(file, error)}`);
  }
  const login = parseLogin(text);
  if (login === undefined) throw new UserError(`${file} holds no login. \`rollbook login\` writes it anew.`);
  return login;
}

function parseLogin(text: string): Connection | undefined {
  try {
    const { url, apiKey, areas } = JSON.parse(text);
    return typeof url === 'string' && typeof apiKey === 'string' && Array.isArray(areas)
      ? { baseUrl: url, apiKey, areas: areas.filter(isArea) }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Before the player is asked, so that what is allowed can be kept. */
export async function createLoginFolder(): Promise<void> {
  const folder = findFolder();
  try {
    await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
    await chmod(folder, OWNER_ONLY_FOLDER);
  } catch (error) {
    throw describeLoginError(folder, error);
  }
}

/** Another command reads the login before or this one, never half of it. */
export async function writeLogin({ baseUrl, apiKey, areas }: Connection): Promise<void> {
  const file = loginFile();
  const temporary = `${file}.${randomUUID()}`;
  try {
    const text = `${JSON.stringify({ url: baseUrl, apiKey, areas }, null, 2)}\n`;
    await writeFile(temporary, text, { mode: OWNER_ONLY_FILE, flag: 'wx', flush: true });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw describeLoginError(file, error);
  }
}

export const removeLogin = (): Promise<void> => rm(loginFile(), { force: true });

const describeLoginError = (path: string, error: unknown): UserError =>
  new UserError(
    `The login cannot be kept in ${path}: the system reports ${(error as NodeJS.ErrnoException).code}.`,
  );
