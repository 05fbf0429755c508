import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fill } from './fill.ts';
import { loadAtRate, type Request } from './load.ts';
import { REQUESTS } from './requests.ts';
import { residentMiB, type Subject } from './subject.ts';

const CONNECTIONS = 32;
/** About half of what a service takes on one core. A machine that is too busy for so many gets fewer. */
const PER_SECOND = 1_000;
/** The share of the run that is left out, while caches and heap grow to their usual size. */
const WARM_UP_SHARE = 0.2;

export interface SoakResult {
  /** Resident memory in MiB, sampled evenly after the warm-up. */
  samples: number[];
  /** Requests that were sent. */
  perSecond: number;
  /** The median of the last third of the samples divided by that of the first third. */
  growth: number;
}

/** Samples memory under a mix of reads, lists, searches and patches. */
export async function soak(
  folder: string,
  start: (database: string) => Promise<Subject>,
  { seconds, accounts }: { seconds: number; accounts: number },
): Promise<SoakResult> {
  const filled = await fill(join(folder, 'soak.db'), accounts, 20);
  const kinds = [REQUESTS.readOne, REQUESTS.patch, REQUESTS.list, REQUESTS.search].map((work) =>
    work.service(filled),
  );
  const requests = (kinds[0] as Request[]).flatMap((_, i) => kinds.map((kind) => kind[i] as Request));
  const service = await start(filled.database);
  const { samples, perSecond } = await sampleMemory(service, requests, seconds).finally(service.stop);
  const third = Math.floor(samples.length / 3);
  return { samples, perSecond, growth: median(samples.slice(-third)) / median(samples.slice(0, third)) };
}

async function sampleMemory(
  service: Subject,
  requests: Request[],
  seconds: number,
): Promise<Omit<SoakResult, 'growth'>> {
  const samples: number[] = [];
  let done = false;
  const options = { requests, seconds, connections: CONNECTIONS, perSecond: PER_SECOND };
  const loading = loadAtRate(service, options).finally(() => {
    done = true;
  });
  await pause(seconds * 1000 * WARM_UP_SHARE);
  while (!done) {
    samples.push(residentMiB(service));
    await pause(Math.min(1000, seconds * 10));
  }
  const { sentPerSecond } = await loading;
  return { samples, perSecond: Math.round(sentPerSecond) };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] as number;
