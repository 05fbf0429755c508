import { join } from 'node:path';
import * as postgres from './postgres/global-setup.ts';
import type { Service } from './service.ts';
import { startSharedService } from './use-service.ts';

let service: Service | undefined;

/** What the files of a test run share: a PostgreSQL cluster, a service, and the compiled form of their modules. */
export async function globalSetup(): Promise<void> {
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/rollbook');
  await postgres.globalSetup();
  service = await startSharedService();
}

export async function globalTeardown(): Promise<void> {
  await service?.stop();
  await postgres.globalTeardown();
}
