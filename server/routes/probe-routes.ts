import { type MaybePromise, mapMaybe } from '../maybe-promise.ts';
import { jsonOutcome } from '../request/outcome.ts';
import type { Route } from './route-table.ts';

/** /healthz: the process lives. /readyz: it can serve. */
export function probeRoutes(ready: () => Promise<void>): Route[] {
  const probe = (path: string, status: string, check: () => MaybePromise<void>): Route => ({
    methods: ['GET', 'HEAD'],
    path,
    answer: () => mapMaybe(check(), () => jsonOutcome(JSON.stringify({ status }))),
  });
  return [probe('/healthz', 'ok', () => {}), probe('/readyz', 'ready', ready)];
}
