import { join } from 'node:path';
import { type Filled, fill } from './fill.ts';
import { startFilledPostgres } from './fill-postgres.ts';
import { type LoadOptions, load, type Measured, type Request } from './load.ts';
import { REQUESTS } from './requests.ts';
import type { Subject } from './subject.ts';

interface HistoryBenchmark {
  folder: string;
  postgres: boolean;
  accounts: number;
  students: number;
  options: (requests: readonly Request[]) => LoadOptions;
  startService: (database: string, env: Record<string, string>) => Promise<Subject>;
  measurePairs: (
    name: string,
    atLeast: number,
    measureService: () => Promise<Measured>,
    measureBaseline: () => Promise<Measured>,
  ) => Promise<void>;
}

/** Patches over many accounts with history, against the same without, each on a database of its own. */
export async function measureHistory(
  env: Record<string, string>,
  { folder, postgres, accounts, students, options, startService, measurePairs }: HistoryBenchmark,
): Promise<void> {
  const measure = async (engine: string, atLeast: number, databases: readonly [Filled, Filled]) => {
    const [on, off] = databases;
    const keeping = await startService(on.database, { ...env, ROLLBOOK_HISTORY: 'on' });
    const forgetting = await startService(off.database, { ...env, ROLLBOOK_HISTORY: 'off' });
    await measurePairs(
      `patch with history on ${engine}, against without`,
      atLeast,
      () => load(keeping, options(REQUESTS.patch.service(on))),
      () => load(forgetting, options(REQUESTS.patch.service(off))),
    );
    await Promise.all([keeping.stop(), forgetting.stop()]);
  };
  const fillFile = (name: string) => fill(join(folder, name), accounts, students);
  await measure('SQLite', 0.8, [await fillFile('history-on.db'), await fillFile('history-off.db')]);
  if (!postgres) return;
  const [on, off] = [
    await startFilledPostgres(accounts, students),
    await startFilledPostgres(accounts, students),
  ];
  await measure('PostgreSQL', 0.6, [on.filled, off.filled]);
  await Promise.all([on.stop(), off.stop()]);
}
