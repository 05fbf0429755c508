import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { STATE_NAMES } from '../../contract/state-fields.ts';
import { GROWTH_COLUMNS } from '../../server/store/columns.ts';
import type { Filled } from '../fill.ts';
import type { Request } from '../load.ts';
import { type Subject, startSubject } from '../subject.ts';

/** What a user would pick instead, each in a folder of its own here, by the name of that folder. */
export const PEERS = { feathers: 'Feathers', 'express-prisma': 'Express with Prisma' } as const;
export type PeerName = keyof typeof PEERS;

/** No script of a package runs, and a registry out of reach is found out within a minute. */
const INSTALL = [
  '--ignore-scripts',
  '--prefer-offline',
  '--fetch-retry-mintimeout=500',
  '--fetch-retry-maxtimeout=1000',
  '--no-audit',
  '--no-fund',
];
const HOUSE = join(import.meta.dirname, '../..');

/** Installs it outside the repository, gives it the rows that the service has now, and starts it. */
export async function startPeer(name: PeerName, folder: string, filled: Filled): Promise<Subject> {
  const home = join(folder, 'bench/peers', name);
  cpSync(join(import.meta.dirname, name), home, { recursive: true });
  // The peers judge by the same fields and rules, and find them where they find them here.
  cpSync(join(HOUSE, 'contract'), join(folder, 'contract'), { recursive: true });
  await npm(home, 'install', ...INSTALL);
  await npm(home, 'run', 'generate', '--if-present');
  const database = join(home, 'peer.db');
  takeOver(database, filled);
  const words = (port: number) => [process.execPath, join(home, 'server.js'), String(port), database];
  return startSubject(words, { NODE_ENV: 'production' });
}

async function npm(home: string, ...words: string[]): Promise<void> {
  try {
    await promisify(execFile)('npm', [...words, '--prefix', home], { cwd: home });
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string };
    const said = stderr.split('\n').find((line) => line.startsWith('npm error')) ?? message;
    throw new Error(
      `\`npm ${words[0]}\` failed in it, which needs npm and the npm registry (${said.trim()})`,
    );
  }
}

/** The same rows and keys in tables as both peers would make them. */
function takeOver(path: string, { database }: Filled): void {
  const peer = new DatabaseSync(path);
  peer.exec(`PRAGMA journal_mode = WAL;
    ATTACH '${database.replace('sqlite:', '')}' AS service;
    CREATE TABLE ApiKey (digest TEXT PRIMARY KEY NOT NULL, accountId TEXT NOT NULL, permission TEXT NOT NULL,
      expiresAt DATETIME NOT NULL, revokedAt DATETIME);
    CREATE TABLE Student (id TEXT PRIMARY KEY NOT NULL, accountId TEXT NOT NULL, studentUid TEXT NOT NULL,
      ${STATE_NAMES.map((name) => `${name} INTEGER`).join(', ')}, UNIQUE (accountId, studentUid));
    INSERT INTO ApiKey SELECT digest, account_id, permission, expires_at, revoked_at FROM service.api_key;
    INSERT INTO Student SELECT account_id || ':' || student_uid, account_id, student_uid, ${GROWTH_COLUMNS.join(', ')}
      FROM service.student_record WHERE tier IS NOT NULL`);
  peer.close();
}

/** Only who gives the same answers, and none to a stranger, does the same work. */
export async function agree(service: Subject, peer: Subject, requests: readonly Request[]): Promise<void> {
  for (const request of requests) {
    const [expected, actual] = [await answer(service, request), await answer(peer, request)];
    assert.deepEqual(actual, expected, `it answers ${request.method} ${request.path} otherwise`);
    const stranger = await answer(peer, { ...request, key: 'rollbook_unknown' });
    assert.equal(stranger.status, 401, `it answers a stranger's ${request.method} ${request.path}`);
  }
}

async function answer({ url }: Subject, { method, path, key, body }: Request) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(url + path, { method, headers, ...(body && { body }) });
  const { nextCursor, ...rest } = (await response.json()) as { nextCursor?: string | null };
  // A cursor is opaque: only that there is one must agree.
  return { status: response.status, more: typeof nextCursor === 'string', ...rest };
}
