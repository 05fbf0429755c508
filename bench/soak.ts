import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fill } from './fill.ts';
import { load, loadAtRate, type Request } from './load.ts';
import { REQUESTS } from './requests.ts';
import { residentMiB, type Subject } from './subject.ts';

const CONNECTIONS = 32;
/** The share of the run that is left out, while caches and heap grow to their usual size. */
const WARM_UP_SHARE = 0.2;

export interface SoakResult {
  /** Resident memory in MiB, sampled evenly after the warm-up. */
  samples: number[];
  perSecond: number;
  /** The median of the last third of the samples divided by that of the first third. */
  growth: number;
}

/** Samples memory under a mix of reads, lists, searches and patches at half the capacity of the service. */
export async function soak(
  folder: string,
  start: (database: string) => Promise<Subject>,
  { seconds, accounts }: { seconds: number; accounts: number },
): Promise<SoakResult> {
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
  await pause(seconds * 1000 * WARM_UP_SHARE);
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
