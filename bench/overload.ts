import type { Filled } from './fill.ts';
import { load, loadAtRate } from './load.ts';
import { REQUESTS } from './requests.ts';
import type { Subject } from './subject.ts';

/** Many connections, so that requests queue in the server's sockets and not in the load generator. */
const CONNECTIONS = 4_000;
/** Throttles the server to a quarter of its CPU, so that the load generator can send four times its capacity. */
const RUNNING_MS = 5;
const STOPPED_MS = 15;

/** Prints goodput, latency and 503 rate at 1, 2 and 4 times the capacity of the service, as an open loop. */
export async function measureOverload(
  service: Subject,
  filled: Filled,
  { seconds, throttle }: { seconds: number; throttle: boolean },
): Promise<void> {
  process.stdout.write(
    '| work | sent per second | served | p50 | p99 | p99 once sent | 503 |\n|---|---|---|---|---|---|---|\n',
  );
  const stopThrottling = throttle ? throttleProcess(service) : () => {};
  for (const [name, work] of [
    ['list 50', REQUESTS.list],
    ['patch', REQUESTS.patch],
  ] as const) {
    const { rate } = await load(service, { requests: work.service(filled), seconds, connections: 32 });
    for (const times of [1, 2, 4]) {
      const perSecond = Math.round(rate * times);
      const options = { requests: work.service(filled), seconds, connections: CONNECTIONS, perSecond };
      const {
        rate: served,
        p50,
        p99,
        answeredP99,
        refused,
        sentPerSecond,
      } = await loadAtRate(service, options);
      process.stdout.write(
        `| ${name}, ${times} × capacity | ${Math.round(sentPerSecond)} | ${Math.round(served)} | ${p50?.toFixed(0)} ms | ${p99?.toFixed(0)} ms | ${answeredP99?.toFixed(0)} ms | ${Math.round(refused * 100)}% |\n`,
      );
    }
  }
  stopThrottling();
  await service.stop();
}

/** Returns the function that stops the throttling. */
function throttleProcess({ process: server }: Subject): () => void {
  let timer: NodeJS.Timeout;
  const run = () => {
    server.kill('SIGCONT');
    timer = setTimeout(halt, RUNNING_MS);
  };
  const halt = () => {
    server.kill('SIGSTOP');
    timer = setTimeout(run, STOPPED_MS);
  };
  run();
  return () => {
    clearTimeout(timer);
    server.kill('SIGCONT');
  };
}
