import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { cleanUpAtEnd } from '../cleanup.ts';
import { callOnce, NOT_RECRUITED, type Register } from '../instances/histories.ts';
import { isLinearizable } from '../instances/linearizable.ts';
import type { Answer, Service } from '../service.ts';

/** The longest time from sending a request to its response, including the wait for a database connection. */
const ANSWER_TIMEOUT_MS = 10_000;
/** The longest time the service may take to recover after a fault ends. */
const RECOVERY_TIMEOUT_MS = 15_000;
const CALLERS_OF_ACCOUNT = 8;
const UIDS = ['10000', '10001', '10002', '10003', '10004', '10005', '10006', '10007'];

export interface Load {
  /** Responses by method and status; status 0 means no response. */
  statuses: Map<string, number>;
  /** Throws what has ended the load. */
  throwFailure: () => void;
  /** Waits for recovery, ends the load, and checks that all responses form a linearizable history. */
  stopAndCheck: () => Promise<void>;
}

type LoadedService = Pick<Service, 'url' | 'account' | 'call'> & { process?: Service['process'] };

export interface LoadOptions {
  /** Other instances on the same database. Each caller keeps to one of them. */
  others?: readonly LoadedService[];
  /** Eight callers each. */
  accounts?: number;
  /**
   * How long each caller waits between two calls, on average. Long faults need it: the check of a history takes the
   * square of its length.
   */
  pauseMs?: number;
  /** What may become of a call. By default a response may be 503 or 500 during a fault, nothing else. */
  check?: typeof checkFailure;
}

/** Sends random calls until `stopAndCheck`. */
export async function startLoad(
  service: LoadedService,
  { others = [], accounts = 1, pauseMs = 0, check = checkFailure }: LoadOptions = {},
): Promise<Load> {
  const services = [service, ...others];
  const keys = await Promise.all(
    Array.from({ length: accounts }, async () => (await service.account()).write),
  );
  const [key] = keys as [string];
  const registers = keys.flatMap((key) =>
    UIDS.map((studentUid): Register => ({ key, studentUid, calls: [] })),
  );
  const statuses = new Map<string, number>();
  let isOver = false;
  let failed: unknown;
  const runCaller = async (turn: number) => {
    const target = services[turn % services.length] as LoadedService;
    for (let i = turn; !isOver; i += 1) {
      const started = performance.now();
      const register = registers[i % registers.length] as Register;
      const { method, answer } = await callOnce(target, register);
      assert.ok(
        performance.now() - started < ANSWER_TIMEOUT_MS,
        `${method} took ${performance.now() - started} ms`,
      );
      check(method, answer);
      const name = `${method} ${answer?.status ?? 0}`;
      statuses.set(name, (statuses.get(name) ?? 0) + 1);
      if ((answer?.status ?? 0) >= 500) await pause(20);
      if (pauseMs > 0) await pause(2 * pauseMs * Math.random());
    }
  };
  const callers = Array.from({ length: CALLERS_OF_ACCOUNT * accounts }, (_, i) =>
    runCaller(i).catch((error) => {
      failed ??= error;
      isOver = true;
    }),
  );
  // Ends the load of a test that failed before `stopAndCheck`.
  cleanUpAtEnd(async () => {
    isOver = true;
  });
  const throwFailure = () => {
    if (failed !== undefined) throw failed;
  };
  return {
    statuses,
    throwFailure,
    async stopAndCheck() {
      if (failed === undefined) await untilRecovered(service, key);
      // Calls after recovery show the state that is really stored.
      await pause(200);
      isOver = true;
      await Promise.all(callers);
      throwFailure();
      for (const register of registers) await finalRead(service, register);
      for (const { studentUid, calls } of registers)
        assert.ok(
          isLinearizable(calls, NOT_RECRUITED),
          `${studentUid}: ${calls.length} calls have no linear order`,
        );
      assert.equal(service.process?.exitCode ?? null, null, 'the service ended');
    },
  };
}

async function finalRead(service: Pick<Service, 'call'>, register: Register): Promise<void> {
  const before = register.calls.length;
  while (register.calls.length === before) await callOnce(service, register, 'GET');
}

export function checkFailure(method: string, answer: Answer | undefined): void {
  assert.ok(answer !== undefined, `${method} was not answered at all`);
  if (answer.status === 503) assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  if (answer.status === 500) assert.notEqual(method, 'GET', `a read is never 500: ${answer.text}`);
}

/** Waits until reads, writes and /readyz succeed, without a restart. */
export async function untilRecovered(
  service: Pick<Service, 'url' | 'call'>,
  key: string,
  timeoutMs = RECOVERY_TIMEOUT_MS,
): Promise<void> {
  await untilTrue(
    async () =>
      (await service.call(key, 'GET', '/me/students')).status === 200 &&
      (await service.call(key, 'DELETE', '/me/students/10050')).status === 404 &&
      (await readyzStatus(service)) === 200,
    timeoutMs,
  );
}

export async function untilTrue(
  condition: () => Promise<boolean>,
  timeoutMs = RECOVERY_TIMEOUT_MS,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    assert.ok(performance.now() < deadline, `not recovered within ${timeoutMs} ms`);
    await pause(100);
  }
}

export async function readyzStatus(service: Pick<Service, 'url'>): Promise<number> {
  const response = await fetch(`${service.url}/readyz`);
  await response.arrayBuffer();
  return response.status;
}
