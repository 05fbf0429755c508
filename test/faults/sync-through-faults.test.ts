import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
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
import { connectPython } from './python-roster.ts';

const TIMEOUT_MS = 1_000;
const UIDS = ['10000', '10001', '10002', '10003', '10004'];

type AnyRoster = Pick<ReturnType<typeof connectPython>, 'get' | 'list' | 'register' | 'sync' | 'close'>;

/** Retries follow at once, so that a test of many faults does not last for minutes. */
const CLIENTS: Record<string, (options: Parameters<typeof connectPython>[0]) => AnyRoster> = {
  TypeScript(options) {
    const transport = new Transport(options, new RetryPolicy(1));
    const roster = new Roster(transport, new Students(transport));
    return {
      get: (uid) => roster.get(uid),
      list: () => roster.list().toArray(),
      register: (state) => roster.register(state),
      sync: (wanted, settings) => roster.sync(wanted, settings),
      close: () => {},
    };
  },
  Python: connectPython,
};

async function connect(
  language: string,
  service: Service,
  proxy: FaultyProxy,
  timeoutMs = TIMEOUT_MS,
): Promise<AnyRoster> {
  const { write: apiKey } = await service.account();
  const open = CLIENTS[language];
  assert.ok(open);
  return open({ baseUrl: `${proxy.url}/v1`, apiKey, timeoutMs });
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

/** The engines differ in nothing that a client sees, so that one is enough for the second client. */
const RUNS = [...ENGINES.map((engine) => [engine, 'TypeScript'] as const), ['sqlite', 'Python'] as const];
/** They wait for timeouts and delays most of the time. */
describe('sync through faults', { concurrency: true }, () => {
  for (const [engine, language] of RUNS)
    test(`on ${engine}, a sync of the client in ${language} through a proxy that fails ends in the wanted roster or names each student that is missing, and repeats no write blindly`, async (t) => {
      const database = await newDatabase(engine);
      t.after(() => database.remove());
      const service = await startService({ database: database.address });
      const proxy = await startFaultyProxy(service.url, TIMEOUT_MS);
      t.after(() => proxy.close());
      await fc.assert(
        fc.asyncProperty(someRoster, someRoster, someFaults, async (initial, wanted, faults) => {
          const roster = await connect(language, service, proxy);
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
          roster.close();
        }),
        { numRuns: 25 },
      );
    });

  for (const language of Object.keys(CLIENTS))
    test(`in ${language}, a write whose outcome cannot be looked up says that it may have been processed`, async (t) => {
      const service = await startService();
      const proxy = await startFaultyProxy(service.url, 30_000);
      t.after(() => proxy.close());
      const roster = await connect(language, service, proxy, 30_000);
      proxy.setFaults(['cutLost', ...Array<Fault>(20).fill('unavailable')]);
      const registration = roster.register({ studentUid: '10000', tier: 3, weaponTier: 0 });
      await assert.rejects(registration, { code: 'connection_failed', mayBeProcessed: true });
      proxy.setFaults([]);
      assert.equal((await roster.get('10000')).tier, 3);
      roster.close();
    });
});
