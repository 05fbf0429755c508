import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { cleanUpAtEnd } from '../cleanup.ts';
import { callOnce, NOT_RECRUITED, type Register } from '../instances/histories.ts';
import { isLinearizable } from '../instances/linearizable.ts';
import type { Answer, Service } from '../service.ts';

/** A request waits for a connection, is worked on, and answered: longer than all of that together nobody waits. */
const DEADLINE_MS = 10_000;
/** Connections had again, and whatever a test has taken away. */
const WELL_AGAIN_MS = 15_000;
const CALLERS = 8;
const UIDS = ['10000', '10001', '10002', '10003', '10004', '10005', '10006', '10007'];

export interface Load {
  /** How often each status was answered; 0 is no answer. */
  statuses: Map<string, number>;
  /** Ends the load, once every student can be read and written again, and checks what everybody saw. */
  judge: () => Promise<void>;
}

/** Calls at random until it is judged. Each answer is checked as it comes: a fault may make it 503 or 500, nothing else. */
export async function startLoad(service: Service): Promise<Load> {
  const { write: key } = await service.account();
  const registers = UIDS.map((studentUid): Register => ({ key, studentUid, calls: [] }));
  const statuses = new Map<string, number>();
  let over = false;
  let failed: unknown;
  const caller = async (turn: number) => {
    for (let i = turn; !over; i += 1) {
      const started = performance.now();
      const register = registers[i % registers.length] as Register;
      const { method, answer } = await callOnce(service, register);
      assert.ok(
        performance.now() - started < DEADLINE_MS,
        `${method} took ${performance.now() - started} ms`,
      );
      checkFailure(method, answer);
      const name = `${method} ${answer?.status ?? 0}`;
      statuses.set(name, (statuses.get(name) ?? 0) + 1);
      if ((answer?.status ?? 0) >= 500) await pause(20);
    }
  };
  const callers = Array.from({ length: CALLERS }, (_, i) =>
    caller(i).catch((error) => {
      failed ??= error;
      over = true;
    }),
  );
  // Of a test that failed before it judged.
  cleanUpAtEnd(async () => {
    over = true;
  });
  return {
    statuses,
    async judge() {
      if (failed === undefined) await recovered(service, key);
      // Reads at the end, when all is well, show what is really there.
      await pause(200);
      over = true;
      await Promise.all(callers);
      if (failed !== undefined) throw failed;
      for (const register of registers) await finalRead(service, register);
      for (const { studentUid, calls } of registers)
        assert.ok(isLinearizable(calls, NOT_RECRUITED), `${studentUid}: ${calls.length} calls in no order`);
      assert.equal(service.process.exitCode, null, 'it was never restarted');
    },
  };
}

async function finalRead(service: Service, register: Register): Promise<void> {
  const before = register.calls.length;
  while (register.calls.length === before) await callOnce(service, register, 'GET');
}

export function checkFailure(method: string, answer: Answer | undefined): void {
  assert.ok(answer !== undefined, `${method} was not answered at all`);
  if (answer.status === 503) assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  if (answer.status === 500) assert.notEqual(method, 'GET', `a read is never 500: ${answer.text}`);
}

/** Without a restart: reads and writes go well again, and /readyz says so. */
export async function recovered(service: Service, key: string, within = WELL_AGAIN_MS): Promise<void> {
  await untilWell(
    async () =>
      (await service.call(key, 'GET', '/me/students')).status === 200 &&
      (await service.call(key, 'DELETE', '/me/students/10050')).status === 404 &&
      (await ready(service)) === 200,
    within,
  );
}

/** It must become so by itself, and in time. */
export async function untilWell(isWell: () => Promise<boolean>, within = WELL_AGAIN_MS): Promise<void> {
  const until = performance.now() + within;
  while (!(await isWell())) {
    assert.ok(performance.now() < until, `not well again within ${within} ms`);
    await pause(100);
  }
}

export async function ready(service: Service): Promise<number> {
  const response = await fetch(`${service.url}/readyz`);
  await response.arrayBuffer();
  return response.status;
}
