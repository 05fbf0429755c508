import { join } from 'node:path';
import { sqlitePath } from '../server/config.ts';
import { openStore } from '../server/store/open-store.ts';
import { type Database, newDatabase } from './database.ts';
import * as postgres from './postgres/global-setup.ts';
import type { Service } from './service.ts';
import { startSharedService } from './use-service.ts';

let service: Service | undefined;
let template: Database | undefined;

/** What the files of a test run share: a PostgreSQL cluster, databases to copy, a service, and compiled modules. */
export async function globalSetup(): Promise<void> {
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/rollbook');
  await postgres.globalSetup();
  template = await createSqliteTemplate();
  service = await startSharedService();
}

export async function globalTeardown(): Promise<void> {
  await service?.stop();
  await template?.remove();
  await postgres.globalTeardown();
}

/** The file that the SQLite databases of a test run are copied from. */
async function createSqliteTemplate(): Promise<Database> {
  const database = await newDatabase('sqlite');
  const { store } = await openStore(database.address, { create: true, migrate: true });
  await store.close();
  process.env.ROLLBOOK_TEST_SQLITE = sqlitePath(database.address);
  return database;
}
