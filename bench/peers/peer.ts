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

/** Alternatives that a user might pick, by the name of their folder here. */
export const PEERS = { feathers: 'Feathers', 'express-prisma': 'Express with Prisma' } as const;
export type PeerName = keyof typeof PEERS;

/** Runs no install scripts, and gives up on an unreachable registry within a minute. */
const INSTALL_OPTIONS = [
  '--ignore-scripts',
  '--prefer-offline',
  '--fetch-retry-mintimeout=500',
  '--fetch-retry-maxtimeout=1000',
  '--no-audit',
  '--no-fund',
];
const ROOT = join(import.meta.dirname, '../..');

/** Installs the peer in `folder`, copies the rows of the service into its database, and starts it. */
export async function startPeer(name: PeerName, folder: string, filled: Filled): Promise<Subject> {
  const home = join(folder, 'bench/peers', name);
  cpSync(join(import.meta.dirname, name), home, { recursive: true });
  // The peers import the fields and rules from contract/ at the same relative path as here.
  cpSync(join(ROOT, 'contract'), join(folder, 'contract'), { recursive: true });
  await npm(home, 'install', ...INSTALL_OPTIONS);
  await npm(home, 'run', 'generate', '--if-present');
  const database = join(home, 'peer.db');
  copyRows(database, filled);
  const command = (port: number) => [process.execPath, join(home, 'server.js'), String(port), database];
  return startSubject(command, { NODE_ENV: 'production' });
}

async function npm(home: string, ...args: string[]): Promise<void> {
  try {
    await promisify(execFile)('npm', [...args, '--prefix', home], { cwd: home });
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string };
    const reason = stderr.split('\n').find((line) => line.startsWith('npm error')) ?? message;
    throw new Error(`\`npm ${args[0]}\` failed; it needs npm and the npm registry (${reason.trim()})`);
  }
}

/** Copies rows and keys into tables in the layout that both peers would create. */
function copyRows(path: string, { database }: Filled): void {
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

/** Checks that a peer gives the same responses and rejects unknown keys, so that both do the same work. */
export async function assertSameAnswers(
  service: Subject,
  peer: Subject,
  requests: readonly Request[],
): Promise<void> {
  for (const request of requests) {
    const [expected, actual] = [await answer(service, request), await answer(peer, request)];
    assert.deepEqual(actual, expected, `it answers ${request.method} ${request.path} differently`);
    const unauthorized = await answer(peer, { ...request, key: 'rollbook_unknown' });
    assert.equal(unauthorized.status, 401, `it accepts an unknown key in ${request.method} ${request.path}`);
  }
}

async function answer({ url }: Subject, { method, path, key, body }: Request) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(url + path, { method, headers, ...(body && { body }) });
  const { nextCursor, ...rest } = (await response.json()) as { nextCursor?: string | null };
  // Cursors are opaque: only their presence is compared.
  return { status: response.status, more: typeof nextCursor === 'string', ...rest };
}
