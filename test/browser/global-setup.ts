import { join } from 'node:path';
import type { Service } from '../service.ts';
import { type SharedConsoles, startConsole } from './console/use-console.ts';

let services: Service[] = [];

/** What the files of a test run share: two services, and the compiled form of their modules. */
export async function globalSetup(): Promise<void> {
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../node_modules/.cache/rollbook');
  const [few, all] = await Promise.all([startConsole({}, {}), startConsole({}, { hasAllStudents: true })]);
  services = [few, all];
  const addressOf = ({ url, database }: Service) => ({ url, database });
  const shared: SharedConsoles = { few: addressOf(few), all: addressOf(all) };
  process.env.ROLLBOOK_TEST_CONSOLES = JSON.stringify(shared);
}

export async function globalTeardown(): Promise<void> {
  await Promise.all(services.map((service) => service.stop()));
}
