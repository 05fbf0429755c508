import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Rollbook } from '../../client/index.ts';
import { stateTag } from '../../contract/state-tag.ts';
import { type ServiceHere, serveHere } from '../serve-here.ts';
import { ConsoleBrowser } from './console-browser.ts';

/* The client's `ifMatch`, with which the pages write, against the API that compares it. */

let service: ServiceHere;
before(async () => {
  service = await serveHere({ env: { ROLLBOOK_SIGNUP: 'open' } });
});
after(() => service?.stop());

const [STUDENT, OTHER, THIRD] = ['10010', '10011', '10012'];
const state = (studentUid: string, more: object = {}) => ({ studentUid, tier: 3, weaponTier: 0, ...more });

/** A player's client, with the session in place of a key. */
async function openClient(): Promise<Rollbook> {
  const browser = new ConsoleBrowser(service);
  await browser.signUp('arona');
  return new Rollbook({
    baseUrl: `${service.url}/v1`,
    fetch(input, init = {}) {
      const headers = new Headers(init.headers);
      headers.set('origin', browser.origin);
      headers.set('cookie', browser.cookie ?? '');
      return fetch(String(input).replace('/v1/me/', '/console/api/me/'), { ...init, headers });
    },
  });
}

test('a change or removal whose tag is outdated fails with the state that was found', async () => {
  const { roster } = await openClient();
  const seen = await roster.register(state(STUDENT, { level: 10 }));
  const { studentUid: _, ...current } = await roster.patch(
    STUDENT,
    { level: 20 },
    { ifMatch: stateTag(seen) },
  );
  for (const write of [
    () => roster.patch(STUDENT, { level: 30 }, { ifMatch: stateTag(seen) }),
    () => roster.remove(STUDENT, { ifMatch: stateTag(seen) }),
  ])
    await assert.rejects(write(), ({ code, status, student }) => {
      assert.deepEqual([code, status], ['precondition_failed', 412]);
      assert.partialDeepStrictEqual(student, current);
      return true;
    });
  assert.equal((await roster.get(STUDENT)).level, 20);
  await roster.remove(STUDENT, { ifMatch: stateTag(current) });
  await assert.rejects(roster.patch(STUDENT, { level: 30 }, { ifMatch: stateTag(current) }), {
    student: null,
  });
});

test('a plan is written only where each student is still in the state that it found', async () => {
  const { roster } = await openClient();
  for (const uid of [STUDENT, OTHER, THIRD]) await roster.register(state(uid, { level: 10 }));
  const wanted = [state(STUDENT, { level: 50 }), state(OTHER, { level: 50 })];
  const plan = await roster.plan(wanted, { prune: true });
  for (const uid of [OTHER, THIRD]) await roster.patch(uid, { skillEx: 3 });
  // The plan is fresh, so the students are not listed again before the writes.
  const { changed, removed, failed } = await roster.apply(plan, { ifMatch: stateTag });
  assert.deepEqual([changed, removed], [[STUDENT], []]);
  assert.deepEqual(
    failed.map(({ studentUid, error }) => [studentUid, error.code]),
    [OTHER, THIRD].map((uid) => [uid, 'precondition_failed']),
  );
  assert.equal((await roster.get(THIRD)).skillEx, 3);
});

test('in the console too, a write that may only raise leaves what is higher', async () => {
  const { roster } = await openClient();
  const before = await roster.register(state(STUDENT, { level: 80 }), { raiseOnly: true });
  const raised = await roster.patch(STUDENT, { level: 75, skillEx: 2 }, { raiseOnly: true });
  assert.deepEqual(raised, { ...before, skillEx: 2 });
  assert.deepEqual(await roster.patch(STUDENT, { level: 75 }, { raiseOnly: true }), raised);
  const outdated = { raiseOnly: true, ifMatch: stateTag(before) };
  await assert.rejects(roster.patch(STUDENT, { level: 90 }, outdated), { code: 'precondition_failed' });
});
