import { after } from 'node:test';
import students from '../../../data/students.json' with { type: 'json' };
import { importCatalogue } from '../../../server/catalogue/import-catalogue.ts';
import { openStore } from '../../../server/store/open-store.ts';
import { newDatabase } from '../../database.ts';
import type { Service } from '../../service.ts';
import { useService } from '../../use-service.ts';
import { useBrowser } from '../browser.ts';
import { FEW_STUDENTS } from './few-students.ts';

export interface ConsoleService extends Service {
  /** Those of its catalogue. */
  readonly students: typeof students;
}

interface ConsoleOptions {
  readonly env?: Record<string, string>;
  /** Serves the shipped catalogue, for tests that are about the length of the roster. */
  readonly hasAllStudents?: boolean;
}

/** Starts a service that lets everybody sign up and knows few students, and a browser, for the tests of a file. */
export const useConsole = ({ env, hasAllStudents = false }: ConsoleOptions = {}) =>
  Promise.all([startConsole({ ROLLBOOK_SIGNUP: 'open', ...env }, hasAllStudents), useBrowser()]);

async function startConsole(env: Record<string, string>, hasAllStudents: boolean): Promise<ConsoleService> {
  if (hasAllStudents) return { ...(await useService({ env })), students };
  const { address: database, remove } = await newDatabase();
  after(remove);
  const { store } = await openStore(database, { create: true, migrate: true });
  const files = [{ name: 'few students', folder: '', data: FEW_STUDENTS }];
  await importCatalogue(store, files, { dryRun: false, now: Date.now() });
  await store.close();
  return { ...(await useService({ database, env })), students: FEW_STUDENTS };
}
