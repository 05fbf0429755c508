import type { Filled } from './fill.ts';
import type { Request } from './load.ts';
import type { Subject } from './subject.ts';

/** Values and their units by name. */
export type Figures = Record<string, [value: number, unit: string]>;

/** A filled database, and what only its engine can measure. */
export interface GrownDatabase {
  filled: Filled;
  /** CPU seconds that processes of the database have used for sessions that have ended. */
  databaseCpu: () => Promise<number>;
  measureSizes: () => Promise<Figures>;
  measureWear: (startService: () => Promise<Subject>) => Promise<Figures>;
  measureBackups: (startService: () => Promise<Subject>) => Promise<Figures>;
}

const MEASURED_REQUESTS = 2_000;
const SENT_AT_ONCE = 16;

/** Sends requests as often as once each, and returns how many were served. */
export async function sendSome({ url }: Subject, requests: Iterable<Request>): Promise<number> {
  const rest = Iterator.from(requests).take(MEASURED_REQUESTS);
  let served = 0;
  const send = async () => {
    for (const { method, path, key, body } of rest) {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const response = await fetch(url + path, { method, headers, body: body ?? null });
      await response.arrayBuffer();
      if (response.ok) served += 1;
    }
  };
  await Promise.all(Array.from({ length: SENT_AT_ONCE }, send));
  return served;
}
