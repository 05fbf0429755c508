import type { Filled } from './fill.ts';
import { load, loadAtRate } from './load.ts';
import type { Subject } from './subject.ts';
import { REQUESTS } from './work.ts';

/** Many callers: what the server does not take at once waits in its sockets, not here. */
const CONNECTIONS = 4_000;
/**
 * Where nothing else limits it, the server runs a quarter of the time, so that whoever asks four times as much is not
 * short of time itself.
 */
const RUNS_MS = 5;
const STANDS_MS = 15;

/** What becomes of requests at 1, 2 and 4 times what the service can do: an open loop, as of callers who do not know of each other. */
export async function overloads(
  service: Subject,
  filled: Filled,
  { seconds, quarter }: { seconds: number; quarter: boolean },
): Promise<void> {
  process.stdout.write(
    '| work | asked, a second | served | p50 | p99 | p99 once sent | 503 |\n|---|---|---|---|---|---|---|\n',
  );
  const whole = quarter ? quartered(service) : () => {};
  for (const [name, work] of [
    ['list 50', REQUESTS.list],
    ['patch', REQUESTS.patch],
  ] as const) {
    const { rate } = await load(service, { requests: work.service(filled), seconds, connections: 32 });
    for (const times of [1, 2, 4]) {
      const perSecond = Math.round(rate * times);
      const options = { requests: work.service(filled), seconds, connections: CONNECTIONS, perSecond };
      const { rate: served, p50, p99, answeredP99, refused, asked } = await loadAtRate(service, options);
      process.stdout.write(
        `| ${name}, ${times} × capacity | ${Math.round(asked)} | ${Math.round(served)} | ${p50?.toFixed(0)} ms | ${p99?.toFixed(0)} ms | ${answeredP99?.toFixed(0)} ms | ${Math.round(refused * 100)}% |\n`,
      );
    }
  }
  whole();
  await service.stop();
}

/** Gives what lets it run on. */
function quartered({ process: server }: Subject): () => void {
  let timer: NodeJS.Timeout;
  const run = () => {
    server.kill('SIGCONT');
    timer = setTimeout(stand, RUNS_MS);
  };
  const stand = () => {
    server.kill('SIGSTOP');
    timer = setTimeout(run, STANDS_MS);
  };
  run();
  return () => {
    clearTimeout(timer);
    server.kill('SIGCONT');
  };
}
