import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hasReached } from '../../client/changes.ts';
import { RetryPolicy } from '../../client/retry-policy.ts';
import { isRollbookError } from '../../client/rollbook-error.ts';
import { Roster } from '../../client/roster.ts';
import { Students } from '../../client/students.ts';
import { Transport } from '../../client/transport.ts';
import type { StudentRegistration } from '../../contract/state-fields.ts';
import { MAX } from '../blackbox/spec-fields.ts';
import { ENGINES, newDatabase } from '../database.ts';
import { type Service, startService } from '../service.ts';
import { FAULTS, type Fault, type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';

const TIMEOUT_MS = 300;
const UIDS = ['10000', '10001', '10002', '10003', '10004'];

async function connect(service: Service, proxy: FaultyProxy): Promise<Roster> {
  const { write: apiKey } = await service.account();
  // Retries follow at once, so that a test of many faults does not last for minutes.
  const options = { baseUrl: `${proxy.url}/v1`, apiKey, timeoutMs: TIMEOUT_MS };
  const transport = new Transport(options, new RetryPolicy(1));
  return new Roster(transport, new Students(transport));
}

const someState = fc.record(
  {
    tier: fc.integer({ min: 1, max: MAX.tier }),
    weaponTier: fc.constant(0),
    level: fc.option(fc.integer({ min: 1, max: MAX.level })),
    skillEx: fc.option(fc.integer({ min: 1, max: MAX.skillEx })),
    bond: fc.option(fc.integer({ min: 1, max: MAX.bond })),
    bondExp: fc.option(fc.integer({ min: 0, max: 3000 })),
  },
  { requiredKeys: ['tier', 'weaponTier'] },
);
const someRoster = fc
  .dictionary(fc.constantFrom(...UIDS), someState, { maxKeys: UIDS.length })
  .map((states) =>
    Object.entries(states).map(([studentUid, state]) => ({ ...state, studentUid }) as StudentRegistration),
  );
/** Long enough that most of them are left for the writes, after the lists. */
const someFaults = fc.array(fc.constantFrom<Fault[]>(...FAULTS), {
  minLength: 10,
  maxLength: 40,
  size: 'max',
});

/** The faults after which a client cannot know whether its write took effect. */
const UNKNOWN: readonly Fault[] = [
  'failed',
  'cut',
  'failedLost',
  'cutLost',
  'halfLost',
  'proxyErrorLost',
  'timedOutLost',
  'late',
  'veryLate',
];

/** Every write of unknown outcome is followed by a read of its student before the next write of that student. */
function assertNoBlindRepetition(proxy: FaultyProxy): void {
  const unknown = new Set<string>();
  for (const { method, studentUid, fault } of proxy.exchanges) {
    if (method === 'GET') {
      // A look whose answer was lost is none.
      if (fault !== 'none' && fault !== 'delayed') continue;
      if (studentUid === undefined) unknown.clear();
      else unknown.delete(studentUid);
    } else if (studentUid !== undefined) {
      assert.ok(!unknown.has(studentUid), `${method} of ${studentUid} was sent again without a look`);
      if (UNKNOWN.includes(fault)) unknown.add(studentUid);
    }
  }
}

for (const engine of ENGINES)
  test(`on ${engine}, a sync through a proxy that fails ends in the wanted roster or names each student that is missing, and repeats no write blindly`, async (t) => {
    const database = await newDatabase(engine);
    t.after(() => database.remove());
    const service = await startService({ database: database.address });
    const proxy = await startFaultyProxy(service.url, TIMEOUT_MS);
    t.after(() => proxy.close());
    await fc.assert(
      fc.asyncProperty(someRoster, someRoster, someFaults, async (initial, wanted, faults) => {
        const roster = await connect(service, proxy);
        proxy.setFaults([]);
        await roster.sync(initial);
        proxy.exchanges.length = 0;
        proxy.setFaults(faults);
        const report = await roster
          .sync(wanted, { prune: wanted.length > 0, lower: true })
          .catch((error: unknown) => {
            assert.ok(isRollbookError(error), String(error));
            return error;
          });
        proxy.setFaults([]);
        assertNoBlindRepetition(proxy);
        const stored = new Map((await roster.list()).map((state) => [state.studentUid, state]));
        const failed =
          report instanceof Error
            ? undefined
            : report.failed.map(({ studentUid }: { studentUid: string }) => studentUid);
        if (failed !== undefined) {
          for (const state of wanted) {
            const current = stored.get(state.studentUid);
            const isReached = current !== undefined && hasReached(current, state);
            assert.ok(
              isReached || failed.includes(state.studentUid),
              `${state.studentUid} is not reached, and not reported`,
            );
          }
          if (wanted.length > 0)
            for (const uid of stored.keys())
              assert.ok(
                wanted.some(({ studentUid }) => studentUid === uid) || failed.includes(uid),
                `${uid} is left`,
              );
        }
        // Whatever has happened, the next sync goes on.
        const second = await roster.sync(wanted, { lower: true });
        assert.deepEqual(second.failed, []);
        const third = await roster.sync(wanted, { lower: true });
        assert.deepEqual([third.registered, third.changed, third.failed], [[], [], []]);
      }),
      { numRuns: 25 },
    );
  });

test('a write whose outcome cannot be looked up says that it may have been processed', async (t) => {
  const service = await startService();
  const proxy = await startFaultyProxy(service.url, TIMEOUT_MS);
  t.after(() => proxy.close());
  const roster = await connect(service, proxy);
  proxy.setFaults(['cutLost', ...Array<Fault>(20).fill('unavailable')]);
  const registration = roster.register({ studentUid: '10000', tier: 3, weaponTier: 0 });
  await assert.rejects(registration, { code: 'connection_failed', mayBeProcessed: true });
  proxy.setFaults([]);
  assert.equal((await roster.get('10000')).tier, 3);
});
