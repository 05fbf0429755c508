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

/** One random call on one server, noted as its caller saw it. Gives what was asked, and the answer if there was one. */
export async function callOnce(
  service: Service,
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
  // Deletions are rare, so that there is mostly something to change.
  const drawn = kinds[Math.floor(Math.random() * (Math.random() < 0.3 ? 6 : 5))];
  const [method, url, body] = (
    only === undefined ? drawn : kinds.find(([kind]) => kind === only)
  ) as (typeof kinds)[number];
  const noted: Call<State> = { start: performance.now(), end: Infinity, step: () => undefined };
  const sent = valueIn(fields);
  const wouldBe = { GET: undefined, PATCH: sent, POST: sent, DELETE: NOT_RECRUITED }[method];
  let answer: Answer | undefined;
  try {
    answer = await service.call(key, method, url, body);
  } catch (error) {
    // An answer that should not be is a fault; none at all is a call of which nothing is known.
    if (error instanceof assert.AssertionError) throw error;
  }
  const { status = 0 } = answer ?? {};
  // 503: surely not processed.
  if (status === 503) return { method, answer };
  if (answer === undefined || status === 500) {
    if (wouldBe === undefined) return { method, answer };
    const onlyFrom = method === 'POST';
    noted.step = (before) => ((before === NOT_RECRUITED) === onlyFrom ? wouldBe : undefined);
    calls.push(noted);
    return { method, answer };
  }
  noted.end = performance.now();
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
  noted.step = step;
  calls.push(noted);
  return { method, answer };
}

const CALLERS = 12;
const DURATION_MS = 3000;
/** A machine that does fewer in that time goes on for as long as it takes. */
const LEAST_CALLS = 200;

/** Many callers at once on a few students of a few accounts, each call on another instance than the one before. */
export async function registersHold(
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
  const made = () => registers.reduce((sum, { calls }) => sum + calls.length, 0);
  const caller = async (i: number) => {
    for (let turn = i; performance.now() < until || made() < LEAST_CALLS; turn += 1)
      await callOnce(
        services[turn % services.length] as Service,
        registers[Math.floor(Math.random() * registers.length)] as Register,
      );
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, i) => caller(i)));
  t.diagnostic(`${made()} calls over ${services.length} instances`);
  for (const { studentUid, calls } of registers)
    assert.ok(isLinearizable(calls, NOT_RECRUITED), `${studentUid}: ${calls.length} calls in no order`);
}
