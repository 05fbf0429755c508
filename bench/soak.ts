import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fill } from './fill.ts';
import { load, loadAtRate, type Request } from './load.ts';
import { residentMiB, type Subject } from './subject.ts';
import { REQUESTS } from './work.ts';

const CONNECTIONS = 32;
/** What the process takes to fill its caches and its heap to its usual size. */
const WARM_SHARE = 0.2;

export interface Soaked {
  /** In MiB, evenly over the time after the warm-up. */
  samples: number[];
  perSecond: number;
  /** The last third's median over the first third's. */
  growth: number;
}

/** Reads, lists, searches and patches of all accounts at half of what the service can do, and its memory meanwhile. */
export async function soak(
  folder: string,
  start: (database: string) => Promise<Subject>,
  { seconds, accounts }: { seconds: number; accounts: number },
): Promise<Soaked> {
  const filled = await fill(join(folder, 'soak.db'), accounts, 20);
  const service = await start(filled.database);
  const kinds = [REQUESTS.readOne, REQUESTS.patch, REQUESTS.list, REQUESTS.search].map((work) =>
    work.service(filled),
  );
  const requests = (kinds[0] as Request[]).flatMap((_, i) => kinds.map((kind) => kind[i] as Request));
  const { rate } = await load(service, { requests, seconds: 2, connections: CONNECTIONS });
  const perSecond = Math.round(rate / 2);
  const samples: number[] = [];
  let done = false;
  const loading = loadAtRate(service, { requests, seconds, connections: CONNECTIONS, perSecond }).finally(
    () => {
      done = true;
    },
  );
  await pause(seconds * 1000 * WARM_SHARE);
  while (!done) {
    samples.push(residentMiB(service));
    await pause(Math.min(1000, seconds * 10));
  }
  await loading;
  await service.stop();
  const third = Math.floor(samples.length / 3);
  return { samples, perSecond, growth: median(samples.slice(-third)) / median(samples.slice(0, third)) };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] as number;
