import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { MAX } from '../blackbox/spec-fields.ts';
import type { Answer, Service } from '../service.ts';
import { type Call, isLinearizable } from './linearizable.ts';

/** The value of a register (one student of one account). No value is written twice. */
export type State = string;
export const NOT_RECRUITED: State = 'not recruited';

/** Three fields that are always sent together, so that a partial write would show as a value that was never sent. */
const fieldsOf = (count: number) => ({
  level: 1 + (count % MAX.level),
  equip1Level: 1 + (Math.floor(count / MAX.level) % MAX.equip1Level),
  skillNormal: 1 + (Math.floor(count / (MAX.level * MAX.equip1Level)) % MAX.skillNormal),
});
const valueIn = ({ level, equip1Level, skillNormal }: Record<string, unknown>): State =>
  `${level}/${equip1Level}/${skillNormal}`;

export interface Register {
  key: string;
  studentUid: string;
  calls: Call<State>[];
}

let writes = 0;

/** Sends one random call to a server and records it; returns its method and the response, if any. */
export async function callOnce(
  service: Pick<Service, 'call'>,
  register: Register,
  only?: string,
): Promise<{ method: string; answer: Answer | undefined }> {
  const { key, studentUid, calls } = register;
  const path = `/me/students/${studentUid}`;
  const fields = fieldsOf(++writes);
  const kinds: [string, string, object?][] = [
    ['GET', path],
    ['GET', path],
    ['PATCH', path, fields],
    ['PATCH', path, fields],
    ['POST', '/me/students', { studentUid, tier: 1, weaponTier: 0, ...fields }],
    ['DELETE', path],
  ];
  // Deletions are rare, so that the student is registered most of the time.
  const picked = kinds[Math.floor(Math.random() * (Math.random() < 0.3 ? 6 : 5))];
  const [method, url, body] = (
    only === undefined ? picked : kinds.find(([kind]) => kind === only)
  ) as (typeof kinds)[number];
  const recorded: Call<State> = { start: performance.now(), end: Infinity, step: () => undefined };
  const sent = valueIn(fields);
  const intended = { GET: undefined, PATCH: sent, POST: sent, DELETE: NOT_RECRUITED }[method];
  let answer: Answer | undefined;
  try {
    answer = await service.call(key, method, url, body);
  } catch (error) {
    // A wrong response fails the test. Without a response the outcome of the call is unknown.
    if (error instanceof assert.AssertionError) throw error;
  }
  const { status = 0 } = answer ?? {};
  // A request answered with 503 was not processed.
  if (status === 503) return { method, answer };
  if (answer === undefined || status === 500) {
    if (intended === undefined) return { method, answer };
    const needsAbsence = method === 'POST';
    recorded.step = (before) => ((before === NOT_RECRUITED) === needsAbsence ? intended : undefined);
    calls.push(recorded);
    return { method, answer };
  }
  recorded.end = performance.now();
  const state = answer.body;
  const steps: Record<string, (before: State) => State | undefined> = {
    'GET 200': (before) => (before === valueIn(state) ? before : undefined),
    'PATCH 200': (before) => (before === NOT_RECRUITED ? undefined : valueIn(state)),
    'POST 201': (before) => (before === NOT_RECRUITED ? valueIn(state) : undefined),
    'DELETE 200': (before) => (before === NOT_RECRUITED ? undefined : NOT_RECRUITED),
    'POST 409': (before) => (before === NOT_RECRUITED ? undefined : before),
    'GET 404': (before) => (before === NOT_RECRUITED ? before : undefined),
    'PATCH 404': (before) => (before === NOT_RECRUITED ? before : undefined),
    'DELETE 404': (before) => (before === NOT_RECRUITED ? before : undefined),
  };
  const step = steps[`${method} ${status}`];
  assert.ok(step, `${method} answered ${status}: ${answer.text}`);
  recorded.step = step;
  calls.push(recorded);
  return { method, answer };
}

const CALLERS = 12;
const DURATION_MS = 3000;
/** A slow machine continues after DURATION_MS until it has made this many. */
const MIN_CALLS = 200;

/** Asserts linearizability of concurrent calls to a few students; each caller alternates between the instances. */
export async function assertLinearizable(
  services: readonly Service[],
  keys: readonly string[],
  uids: readonly string[],
  t: TestContext,
): Promise<void> {
  const registers: Register[] = keys.flatMap((key) =>
    uids.map((studentUid) => ({ key, studentUid, calls: [] })),
  );
  for (const { key, studentUid } of registers)
    await services[0]?.call(key, 'DELETE', `/me/students/${studentUid}`);
  const until = performance.now() + DURATION_MS;
  const callCount = () => registers.reduce((sum, { calls }) => sum + calls.length, 0);
  const caller = async (i: number) => {
    for (let turn = i; performance.now() < until || callCount() < MIN_CALLS; turn += 1)
      await callOnce(
        services[turn % services.length] as Service,
        registers[Math.floor(Math.random() * registers.length)] as Register,
      );
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, i) => caller(i)));
  t.diagnostic(`${callCount()} calls over ${services.length} instances`);
  for (const { studentUid, calls } of registers)
    assert.ok(
      isLinearizable(calls, NOT_RECRUITED),
      `${studentUid}: ${calls.length} calls are not linearizable`,
    );
}
