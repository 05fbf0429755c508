import { after } from 'node:test';
import students from '../../../data/students.json' with { type: 'json' };
import { importCatalogue } from '../../../server/catalogue/import-catalogue.ts';
import { openStore } from '../../../server/store/open-store.ts';
import { newDatabase } from '../../database.ts';
import { connectService, type RunningService, type Service, startService } from '../../service.ts';
import { SHARED_SETTINGS } from '../../use-service.ts';
import { useBrowser } from '../browser.ts';
import { FEW_STUDENTS } from './few-students.ts';

interface Catalogue {
  /** Those of its catalogue. */
  readonly students: typeof students;
}
export type ConsoleService = RunningService & Catalogue;

interface ConsoleOptions {
  /** Serves the shipped catalogue, for tests that are about the length of the roster. */
  readonly hasAllStudents?: boolean;
}

/** The two that the files of a test run share, by whether they have all students. */
export type SharedConsoles = Record<'all' | 'few', Pick<Service, 'url' | 'database'>>;

/** A service that lets everybody sign up and knows few students, and a browser, for the tests of a file. */
export const useConsole = (options: ConsoleOptions = {}) =>
  Promise.all([connectConsole(options), useBrowser()]);

/** The same with a service that the file has alone: with settings of its own, or because a test changes it. */
export const useOwnConsole = (env: Record<string, string> = {}, options: ConsoleOptions = {}) =>
  Promise.all([useConsoleService(env, options), useBrowser()]);

async function connectConsole(options: ConsoleOptions): Promise<ConsoleService> {
  const { ROLLBOOK_TEST_CONSOLES: shared } = process.env;
  if (shared === undefined) return useConsoleService({}, options);
  const { all, few }: SharedConsoles = JSON.parse(shared);
  const { url, database } = options.hasAllStudents ? all : few;
  return { ...connectService(url, database), students: options.hasAllStudents ? students : FEW_STUDENTS };
}

async function useConsoleService(
  env: Record<string, string>,
  options: ConsoleOptions,
): Promise<Service & Catalogue> {
  const service = await startConsole(env, options);
  after(() => service.stop('SIGKILL'));
  return service;
}

export async function startConsole(
  env: Record<string, string>,
  { hasAllStudents = false }: ConsoleOptions,
): Promise<Service & Catalogue> {
  const settings = { ...SHARED_SETTINGS, ...env };
  if (hasAllStudents) return { ...(await startService({ env: settings })), students };
  const { address: database, remove } = await newDatabase();
  const { store } = await openStore(database, { create: true, migrate: true });
  const files = [{ name: 'few students', folder: '', data: FEW_STUDENTS }];
  await importCatalogue(store, files, { dryRun: false, now: Date.now() });
  await store.close();
  const service = await startService({ database, env: settings });
  return {
    ...service,
    students: FEW_STUDENTS,
    async stop(signal) {
      const code = await service.stop(signal);
      await remove();
      return code;
    },
  };
}
