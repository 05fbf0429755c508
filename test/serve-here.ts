import { readConfig } from '../server/config.ts';
import { openStore } from '../server/store/open-store.ts';
import { cleanUpAtEnd } from './cleanup.ts';
import { newDatabase } from './database.ts';
import { connectService, HIGH_LIMITS, type RunningService, type StartOptions } from './service.ts';

/** A service in the process of its test, for tests that see nothing of it but its answers. */
export interface ServiceHere extends RunningService {
  stop: () => Promise<void>;
}

export type HereOptions = Pick<StartOptions, 'env' | 'database'>;

/** Starts a service in a seventh of the time of a process. It logs nothing. */
export async function serveHere({ env = {}, database }: HereOptions = {}): Promise<ServiceHere> {
  const own = database === undefined ? await newDatabase() : undefined;
  const address = database ?? (own?.address as string);
  const config = readConfig({
    ROLLBOOK_DATABASE: address,
    ROLLBOOK_PORT: '0',
    ROLLBOOK_BACKUPS: 'off',
    ROLLBOOK_LOG_LEVEL: 'silent',
    ...HIGH_LIMITS,
    ...env,
  });
  const opened = await openStore(address, { create: true, migrate: true, keepsHistory: config.history });
  // Loaded where it is used: many files know nothing but the shared service.
  const { startServer } = await import('../server/main.ts');
  const server = await startServer(config, opened).catch(async (error) => {
    await opened.store.close();
    await own?.remove();
    throw error;
  });
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    await server.stop();
    await opened.store.close();
    await own?.remove();
  };
  const stopOnce = () => {
    stopping ??= stop();
    return stopping;
  };
  cleanUpAtEnd(stopOnce);
  return { ...connectService(server.address, address), stop: stopOnce };
}
