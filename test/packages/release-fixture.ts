import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { ConsoleBrowser } from '../console/console-browser.ts';
import type { RunningService } from '../service.ts';

export const FIXTURES = join(import.meta.dirname, 'fixtures');

/** Beside the database of a release: how to ask for what it holds, and the answers of that release. */
export interface ReleaseFixture {
  madeAt: number;
  accountId: string;
  apiKey: string;
  /** The session of an account with a passkey. */
  cookie: string;
  answers: ReleaseAnswers;
}

export type ReleaseAnswers = Record<string, unknown>;

export const databaseFile = (version: string): string => join(FIXTURES, `rollbook-${version}.db.gz`);
export const descriptionFile = (version: string): string => join(FIXTURES, `rollbook-${version}.json`);

/** Writes the database to a file, as if it had been made now: keys, sessions and history last for a limited time. */
export function unpackFixture(version: string, file: string): ReleaseFixture {
  const fixture: ReleaseFixture = JSON.parse(readFileSync(descriptionFile(version), 'utf8'));
  writeFileSync(file, gunzipSync(readFileSync(databaseFile(version))));
  using database = new DatabaseSync(file);
  const columns = database
    .prepare(
      `SELECT t.name AS tableName, c.name AS columnName FROM pragma_table_list AS t, pragma_table_info(t.name) AS c
        WHERE t.type = 'table' AND c.type = 'INTEGER' AND (c.name = 'at' OR c.name LIKE '%\\_at' ESCAPE '\\')`,
    )
    .all();
  const age = Date.now() - fixture.madeAt;
  for (const { tableName, columnName } of columns)
    database.exec(`UPDATE "${tableName}" SET "${columnName}" = "${columnName}" + ${age}`);
  return fixture;
}

/** What the service says of the accounts, without what depends on the time. */
export async function readAnswers(
  service: RunningService,
  { accountId, apiKey, cookie }: Omit<ReleaseFixture, 'answers' | 'madeAt'>,
): Promise<ReleaseAnswers> {
  const browser = new ConsoleBrowser(service);
  browser.cookie = cookie;
  const { students } = (await service.call(apiKey, 'GET', '/me/students')).body;
  const beta = async (path: string) => (await service.callBeta(apiKey, 'GET', path)).body;
  const { changes } = await beta('/changes');
  const { account } = await browser.ok('GET', '/session');
  const { passkeys } = await browser.ok('GET', '/passkeys');
  const keys = await service.command('key', 'list', '--account', accountId);
  return {
    accounts: await service.command('account', 'list'),
    keys: keys.map(({ keyId, name, permission, revokedAt }: Record<string, unknown>) => ({
      keyId,
      name,
      permission,
      isRevoked: revokedAt !== null,
    })),
    students,
    goals: (await beta('/goals')).goals,
    stock: (await beta('/stock')).items,
    changes: changes.map(({ number, studentUid, kind, by, fields }: Record<string, unknown>) => ({
      number,
      studentUid,
      kind,
      by,
      fields,
    })),
    console: { accountId: account.accountId, name: account.name, gameServer: account.gameServer },
    passkeys: passkeys.map(({ passkeyId, name }: Record<string, unknown>) => ({ passkeyId, name })),
  };
}
