import { type Figures, type GrownDatabase, sendSome } from './grown-database.ts';
import { growPostgres, startGrowthCluster } from './growth-postgres.ts';
import { growSqlite } from './growth-sqlite.ts';
import { load, type Measured, type Request } from './load.ts';
import type { Row } from './report.ts';
import { REQUESTS } from './requests.ts';
import { cpuSeconds, type Subject } from './subject.ts';

export interface GrowthOptions {
  folder: string;
  postgres: boolean;
  accounts: number;
  seconds: number;
  rows: Row[];
  startService: (database: string) => Promise<Subject>;
  measurePairs: (
    name: string,
    atLeast: undefined,
    measureLarge: () => Promise<Measured>,
    measureSmall: () => Promise<Measured>,
  ) => Promise<void>;
  printProgress: (text: string) => void;
}

const SMALL = 10_000;
const WORKS = {
  'read any student': REQUESTS.readAny,
  'list 50 of any account': REQUESTS.listAny,
  'patch any student': REQUESTS.patchAny,
  'patch 20 students of an account': REQUESTS.sync,
};

/**
 * Compares a database of many accounts, with 100 students each, with one of 10,000. A measurement that fails, for
 * example because the machine is too busy to serve the load, loses only its own rows.
 */
export async function measureGrowth(options: GrowthOptions): Promise<void> {
  const { folder, postgres, accounts, seconds, rows, startService, measurePairs, printProgress } = options;
  const cluster = postgres ? await startGrowthCluster() : undefined;
  const grow = async (count: number): Promise<[GrownDatabase, Figures]> => {
    printProgress(`filling ${count} accounts`);
    const startedAt = performance.now();
    const database = await (cluster ? growPostgres(folder, cluster, count) : growSqlite(folder, count));
    return [database, { 'fill (s)': [(performance.now() - startedAt) / 1000, 's'] }];
  };
  const attempt = (name: string, work: () => Promise<void>): Promise<void> =>
    work().catch((error: Error) => printProgress(`${name} failed: ${error.message}`));
  const addRows = (largeFigures: Figures, smallFigures: Figures): void => {
    for (const [name, [value, unit]] of Object.entries(largeFigures)) {
      const baseline = smallFigures[name]?.[0] ?? Number.NaN;
      rows.push({ name, pairs: [{ service: value, baseline }], unit });
      printProgress(`${name}: ${value.toPrecision(4)} / ${baseline.toPrecision(4)}`);
    }
  };
  try {
    const [small, smallFill] = await grow(Math.min(SMALL, Math.ceil(accounts / 10)));
    const [large, largeFill] = await grow(accounts);
    addRows(largeFill, smallFill);
    const start = ({ filled }: GrownDatabase) => startService(filled.database);
    const compare = (name: string, measure: (database: GrownDatabase) => Promise<Figures>) =>
      attempt(name, async () => addRows(await measure(large), await measure(small)));
    await compare('sizes', (database) => database.measureSizes());
    await compare('start', async (database) => {
      const service = await start(database);
      await service.stop();
      return { 'start (ms)': [service.startMs, 'ms'] };
    });
    await compare('wear', (database) => database.measureWear(() => start(database)));
    await compare('CPU time', (database) => measureCpu(database, () => start(database)));
    await compare('backups', (database) => database.measureBackups(() => start(database)));
    await attempt('rates', async () => {
      const [many, few] = [await start(large), await start(small)];
      const load32 = (subject: Subject, requests: Request[]) =>
        load(subject, { requests, seconds, connections: 32 });
      try {
        for (const [name, { service: requestsOf }] of Object.entries(WORKS))
          await measurePairs(
            name,
            undefined,
            () => load32(many, requestsOf(large.filled)),
            () => load32(few, requestsOf(small.filled)),
          );
      } finally {
        await Promise.all([many.stop(), few.stop()]);
      }
    });
  } finally {
    await cluster?.stop();
  }
}

/** CPU time depends less than rates on what else the machine does. */
async function measureCpu(database: GrownDatabase, start: () => Promise<Subject>): Promise<Figures> {
  const figures: Figures = {};
  for (const [name, { service: requestsOf }] of Object.entries(WORKS)) {
    const databaseBefore = await database.databaseCpu();
    const service = await start();
    const serviceCpu = () => cpuSeconds(service.process.pid as number, 'itself');
    const warmUp = await sendSome(service, requestsOf(database.filled));
    const serviceBefore = serviceCpu();
    const served = await sendSome(service, requestsOf(database.filled));
    figures[`${name}, CPU of the service`] = [((serviceCpu() - serviceBefore) / served) * 1e6, 'µs'];
    await service.stop();
    const databaseUsed = (await database.databaseCpu()) - databaseBefore;
    if (databaseUsed > 0)
      figures[`${name}, CPU of PostgreSQL`] = [(databaseUsed / (warmUp + served)) * 1e6, 'µs'];
  }
  return figures;
}
