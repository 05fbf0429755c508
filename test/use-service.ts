import { after } from 'node:test';
import { type HereOptions, type ServiceHere, serveHere } from './serve-here.ts';
import {
  connectService,
  type RunningService,
  type Service,
  type StartOptions,
  startService,
} from './service.ts';

/** Starts a service for the tests of a file, and ends it after them. Awaited at the top of the file. */
export async function useService(options: HereOptions = {}): Promise<ServiceHere> {
  const service = await serveHere(options);
  after(() => service.stop());
  return service;
}

/** The same as a process, for tests that read what it logs, or stop it. */
export async function useProcess(options: StartOptions = {}): Promise<Service> {
  const service = await startService(options);
  after(() => service.stop('SIGKILL'));
  return service;
}

/** Anybody signs up, and each browser of a test comes from an address of its own: few sign-ups of one are allowed. */
export const SHARED_SETTINGS = { ROLLBOOK_SIGNUP: 'open', ROLLBOOK_TRUSTED_PROXIES: '127.0.0.1' };

/**
 * The service that all files of a test run share, with high rate limits; a file that is run alone starts its own. Tests
 * create accounts of their own and change nothing beyond them.
 */
export async function useSharedService(): Promise<RunningService> {
  const { ROLLBOOK_TEST_SERVICE: address } = process.env;
  if (address === undefined) return useProcess({ env: SHARED_SETTINGS });
  const { url, database } = JSON.parse(address);
  return connectService(url, database);
}

/** Starts the shared service; the processes that this one starts find it by the environment. */
export async function startSharedService(): Promise<Service> {
  const service = await startService({ env: SHARED_SETTINGS });
  const { url, database } = service;
  process.env.ROLLBOOK_TEST_SERVICE = JSON.stringify({ url, database });
  return service;
}
