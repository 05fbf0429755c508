import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { createLog } from '../../server/observability/log.ts';
import type { RateLimitResult } from '../../server/rate-limit/rate-limiter.ts';
import {
  createValkeyRateLimiter,
  type SharedRateLimiter,
} from '../../server/rate-limit/valkey-rate-limiter.ts';
import type { MaybePromise } from '../../server/store/maybe-promise.ts';
import { UnavailableError } from '../../server/store/types.ts';
import { type Database, newDatabase } from '../database.ts';
import { launch } from '../launch.ts';
import { type Account, type Answer, type Service, startService } from '../service.ts';
import { type CounterServer, NO_VALKEY, startValkey } from '../valkey.ts';

const LIMIT = 7;
/** How much longer a read may take than a request that is not counted, while Valkey is unreachable. */
const MAX_EXTRA_MS = 1_500;
/** How often a test is tried that a busy machine disturbs. */
const MAX_ATTEMPTS = 10;

describe('reads counted in Valkey', { skip: NO_VALKEY }, () => {
  let valkey: CounterServer;
  let database: Database;
  const started: Service[] = [];
  before(async () => {
    valkey = await startValkey();
    database = await newDatabase('postgres');
  });
  after(async () => {
    await Promise.all(started.map((service) => service.stop()));
    await valkey?.stop();
    await database?.remove();
  });

  async function start(env: Record<string, string> = {}, counters = valkey.address): Promise<Service> {
    const service = await startService({
      database: database.address,
      env: { ROLLBOOK_COUNTERS: counters, ROLLBOOK_READ_LIMIT: `${LIMIT}`, ...env },
    });
    started.push(service);
    return service;
  }

  const lost = () =>
    started.reduce((sum, service) => sum + countInLog(service, 'cannot be counted together'), 0);
  const isAway = ({ process, stdout }: Service) =>
    process.exitCode === null &&
    stdout().lastIndexOf('cannot be counted together') > stdout().lastIndexOf('counted together again');

  /**
   * An instance treats Valkey as unreachable if it does not answer within a second, as on a very busy machine. Repeats a
   * failed attempt if Valkey was unreachable more often than expected.
   */
  async function retryIfDisturbed(attempt: () => Promise<unknown>, expectedLosses = 0): Promise<void> {
    for (let nth = 1; ; nth += 1) {
      const before = lost();
      try {
        await attempt();
        return;
      } catch (error) {
        // The log buffers its lines for a moment.
        await pause(500);
        if (nth === MAX_ATTEMPTS || lost() <= before + expectedLosses) throw error;
        await waitUntil(() => !started.some(isAway), 'Valkey is still unreachable').catch(() => {});
      }
    }
  }
  const testWithRetry = (title: string, attempt: (t: TestContext) => Promise<unknown>, expectedLosses = 0) =>
    test(title, (t) => retryIfDisturbed(() => attempt(t), expectedLosses));

  describe('three instances count reads in Valkey', () => {
    let services: Service[];
    before(async () => {
      services = await Promise.all(
        ['east', 'east', 'west'].map((region) => start({ ROLLBOOK_REGION: region })),
      );
    });

    testWithRetry('instances share a rate-limit window within one region only', async () => {
      const { read } = await (services[0] as Service).account();
      const served = async (...of: number[]) =>
        count(
          await Promise.all(
            Array.from({ length: 20 }, (_, i) => get(services[of[i % of.length] as number], read)),
          ),
        );
      assert.deepEqual(await served(0, 1), { 200: LIMIT, 429: 20 - LIMIT });
      assert.deepEqual(await served(2), { 200: LIMIT, 429: 20 - LIMIT });
    });

    testWithRetry('reports the shared window in the headers and does not count rejected reads', async () => {
      const { id, read } = await (services[0] as Service).account();
      for (let i = 0; i < LIMIT; i += 1) {
        const answer = await get(services[i % 2], read);
        assert.match(
          answer.headers.get('ratelimit') ?? '',
          new RegExp(`^"read";r=${LIMIT - 1 - i};t=(60|5\\d)$`),
        );
      }
      for (let i = 0; i < 5; i += 1) {
        const answer = await get(services[i % 2], read);
        assert.equal(answer.status, 429);
        assert.match(answer.headers.get('ratelimit') ?? '', /^"read";r=0;t=(60|5\d)$/);
        assert.match(answer.headers.get('retry-after') ?? '', /^(60|5\d)$/);
      }
      const key = `rollbook:read:east:${id}`;
      assert.equal(await valkey.ask('GET', key), `${LIMIT}`);
      const left = Number(await valkey.ask('PTTL', key));
      assert.ok(left > 0 && left <= 60_000, `the window ends in ${left} ms`);
    });

    testWithRetry('starts a new window when Valkey keeps one longer than its length', async () => {
      const { id, read } = await (services[0] as Service).account();
      for (let i = 0; i < LIMIT; i += 1) await get(services[i % 2], read);
      assert.equal((await get(services[0], read)).status, 429);
      // The state after the clock of Valkey was set back by an hour.
      await valkey.ask('PEXPIRE', `rollbook:read:east:${id}`, '3660000');
      const answer = await get(services[0], read);
      assert.equal(answer.status, 200);
      assert.match(answer.headers.get('ratelimit') ?? '', new RegExp(`^"read";r=${LIMIT - 1};t=(60|5\\d)$`));
    });

    testWithRetry(
      'sends one command for each read and loads the script again after SCRIPT FLUSH',
      async () => {
        const { read } = await (services[0] as Service).account();
        await get(services[0], read);
        const before = await commands();
        for (let i = 0; i < 3; i += 1) assert.equal((await get(services[0], read)).status, 200);
        assert.equal((await commands()).evalsha, (before.evalsha ?? 0) + 3);
        assert.equal((await commands()).eval, before.eval);
        await valkey.ask('SCRIPT', 'FLUSH');
        const { headers } = await get(services[0], read);
        assert.match(headers.get('ratelimit') ?? '', new RegExp(`r=${LIMIT - 5}`));
        assert.doesNotMatch((services[0] as Service).stdout(), /counted together/);
      },
    );
  });

  describe('the Valkey rate limiter', () => {
    /** Creates a limiter that is closed after the test. */
    async function createLimiter(t: TestContext, address: string) {
      const counted = { name: 'read:own', limit: 2, windowMs: 60_000 };
      const limiter = await createValkeyRateLimiter(address, counted, createLog('silent', false).logger);
      t.after(() => limiter.close());
      return limiter;
    }
    /** Repeats while a busy machine keeps Valkey from answering in time. */
    async function withRetries(
      limiter: SharedRateLimiter,
      ask: () => MaybePromise<RateLimitResult>,
    ): Promise<RateLimitResult> {
      for (let nth = 1; ; nth += 1)
        try {
          return await ask();
        } catch (error) {
          if (nth === MAX_ATTEMPTS) throw error;
          await waitUntil(() => !limiter.isDown, 'Valkey is still unreachable');
        }
    }
    const consume = (limiter: SharedRateLimiter, accountId: string) =>
      withRetries(limiter, () => limiter.consume(accountId));

    test('starts a window with its first request and ends it after its length', async (t) => {
      const limiter = await createLimiter(t, valkey.address);
      const left = async () => Number(await valkey.ask('PTTL', 'rollbook:read:own:a'));
      for (const before of ['nothing', 'a window that is over']) {
        const began = performance.now();
        const { allowed, remaining, resetMs } = await consume(limiter, 'a');
        assert.deepEqual([allowed, remaining, resetMs], [true, 1, 60_000], before);
        while ((await consume(limiter, 'a')).allowed);
        const [rest, passed] = [await left(), performance.now() - began];
        assert.ok(rest <= 60_000 && rest >= 60_000 - passed - 1, `${rest} ms after ${passed} ms`);
        await valkey.ask('PEXPIRE', 'rollbook:read:own:a', '1');
        while ((await left()) >= 0) await pause(1);
      }
    });

    test('peek tells what is left of a window and counts nothing', async (t) => {
      const limiter = await createLimiter(t, valkey.address);
      const peek = () => withRetries(limiter, () => limiter.peek('p'));
      const unused = { allowed: true, remaining: 2, resetMs: 0 };
      assert.deepEqual(await peek(), unused);
      await consume(limiter, 'p');
      for (let i = 0; i < 3; i += 1) {
        const { allowed, remaining, resetMs } = await peek();
        assert.deepEqual([allowed, remaining], [true, 1]);
        assert.ok(resetMs > 0 && resetMs <= 60_000, String(resetMs));
      }
      while ((await consume(limiter, 'p')).allowed);
      assert.deepEqual({ ...(await peek()), resetMs: 0 }, { allowed: false, remaining: 0, resetMs: 0 });
      for (const ttl of ['1', '600000']) {
        await valkey.ask('PEXPIRE', 'rollbook:read:own:p', ttl);
        await pause(5);
        assert.deepEqual(await peek(), unused, ttl);
        await valkey.ask('SET', 'rollbook:read:own:p', '2', 'PX', '60000');
      }
    });

    test('rejects at once while Valkey is unreachable', async (t) => {
      const own = await startValkey();
      t.after(() => own.stop());
      const limiter = await createLimiter(t, own.address);
      await consume(limiter, 'a');
      own.signal('SIGSTOP');
      const take = async () => limiter.consume('a');
      await assert.rejects(take(), UnavailableError);
      await assert.rejects(async () => limiter.peek('a'), UnavailableError);
      const second = take().then(
        () => 'counted',
        () => 'refused',
      );
      assert.equal(await Promise.race([second, turn('waits')]), 'refused');
      own.signal('SIGCONT');
      await consume(limiter, 'a');
    });
  });

  describe('reads while Valkey fails', () => {
    let service: Service;
    let account: Account;
    before(async () => {
      service = await start({
        ROLLBOOK_REGION: 'faults',
        ROLLBOOK_METRICS_PORT: '0',
        ROLLBOOK_READ_LIMIT: '100000',
      });
      account = await service.account();
    });

    const lost = () => countInLog(service, 'cannot be counted together');
    const back = () => countInLog(service, 'counted together again');
    const key = () => `rollbook:read:faults:${account.id}`;

    const survivesFailure = (fail: () => unknown, mend: () => unknown) =>
      retryIfDisturbed(() => assertServedDuring(fail, mend), 1);

    /** Asserts that reads are served during the failure, that loss and return are logged once, and that counting resumes. */
    async function assertServedDuring(fail: () => unknown, mend: () => unknown): Promise<void> {
      const [lostBefore, backBefore] = [lost(), back()];
      assert.equal((await get(service, account.read)).status, 200);
      let running = true;
      const readTimes: number[] = [];
      const uncountedTimes: number[] = [];
      const callRepeatedly = async (times: number[], ask: () => Promise<{ status: number }>) => {
        while (running) {
          const began = performance.now();
          assert.equal((await ask()).status, 200);
          times.push(performance.now() - began);
        }
      };
      const callers = Promise.all([
        ...Array.from({ length: 4 }, () => callRepeatedly(readTimes, () => get(service, account.read))),
        callRepeatedly(uncountedTimes, () => fetch(`${service.url}/healthz`)),
      ]);
      callers.catch(() => {});
      try {
        await fail();
        await waitUntil(() => lost() === lostBefore + 1, 'the loss is not logged');
        const sinceThen = readTimes.length;
        await waitUntil(() => readTimes.length > sinceThen + 20, 'reads are not served');
        assert.equal(await metric(service), 1);
        assert.equal((await fetch(`${service.url}/readyz`)).status, 200);
        assert.equal(back(), backBefore);
      } finally {
        await mend();
        if (lost() > lostBefore) await waitUntil(() => back() > backBefore, 'the return is not logged');
        running = false;
      }
      await callers;
      const most = MAX_EXTRA_MS + Math.max(...uncountedTimes);
      assert.ok(Math.max(...readTimes) < most, `a read took ${Math.max(...readTimes)} ms of ${most} ms`);
      assert.equal(lost(), lostBefore + 1);
      assert.equal(await metric(service), 0);
      const counted = Number(await valkey.ask('GET', key()));
      await get(service, account.read);
      assert.equal(Number(await valkey.ask('GET', key())), counted + 1);
    }

    test('serves reads while Valkey is killed and restarted', () =>
      survivesFailure(
        () => valkey.signal('SIGKILL'),
        () => valkey.start(),
      ));

    test('serves reads while Valkey hangs', () =>
      survivesFailure(
        () => valkey.signal('SIGSTOP'),
        () => valkey.signal('SIGCONT'),
      ));

    test('serves reads while Valkey is read-only', () =>
      survivesFailure(
        () => valkey.ask('REPLICAOF', '127.0.0.1', '1'),
        () => valkey.ask('REPLICAOF', 'NO', 'ONE'),
      ));
  });

  testWithRetry(
    'starts while Valkey is down and counts together once it is up',
    async (t) => {
      const own = await startValkey();
      t.after(() => own.stop());
      own.signal('SIGKILL');
      const service = await start({ ROLLBOOK_REGION: 'later' }, own.address);
      const { id, read } = await service.account();
      assert.deepEqual(
        count(await Promise.all(Array.from({ length: 9 }, () => get(service, read)))),
        { 200: LIMIT, 429: 9 - LIMIT },
        'until then the limit applies in memory',
      );
      assert.equal(countInLog(service, 'cannot be counted together'), 1);
      assert.match(service.stdout(), /ECONNREFUSED/);
      await own.start();
      await waitUntil(() => countInLog(service, 'counted together again') === 1, 'the return is not logged');
      assert.equal((await get(service, read)).status, 200);
      assert.equal(await own.ask('GET', `rollbook:read:later:${id}`), '1');
      await service.stop();
    },
    1,
  );

  test('logs a wrong password or database without the password and serves reads', async (t) => {
    const own = await startValkey('--requirepass', 'right');
    t.after(() => own.stop());
    for (const [path, reason] of [
      [':wrong@', /WRONGPASS/],
      [':right@', undefined],
    ] as const)
      await retryIfDisturbed(
        async () => {
          const service = await start({}, own.address.replace('//', `//${path}`));
          const { read } = await service.account();
          assert.equal((await get(service, read)).status, 200);
          if (reason)
            await waitUntil(() => reason.test(service.stdout()), `no ${reason} in ${service.stdout()}`);
          assert.equal(countInLog(service, 'cannot be counted together'), reason ? 1 : 0);
          await service.stop();
          assert.doesNotMatch(service.stdout() + service.stderr(), /wrong@|"wrong"|right/);
        },
        reason ? 1 : 0,
      );
    const service = await start({}, `${own.address.replace('//', '//:right@')}/99`);
    const { read } = await service.account();
    assert.equal((await get(service, read)).status, 200);
    await waitUntil(() => /DB index is out of range/.test(service.stdout()), service.stdout());
    await service.stop();
  });

  test('exits at once when the port is in use, without waiting for Valkey', async () => {
    const blocked = await start();
    const usedPort = new URL(blocked.url).port;
    for (const ports of [
      { ROLLBOOK_PORT: usedPort },
      { ROLLBOOK_PORT: '0', ROLLBOOK_METRICS_PORT: usedPort },
    ] as Record<string, string>[]) {
      const settings = { ROLLBOOK_DATABASE: database.address, ROLLBOOK_COUNTERS: valkey.address };
      const { code, stderr } = await launch(['serve'], { ...settings, ...ports });
      assert.equal(code, 1);
      assert.match(stderr, /in use/);
    }
  });

  const get = (service: Service | undefined, key: string): Promise<Answer> =>
    (service as Service).call(key, 'GET', '/me/students');

  function count(answers: Answer[]): Record<number, number> {
    const by: Record<number, number> = {};
    for (const { status } of answers) by[status] = (by[status] ?? 0) + 1;
    return by;
  }

  /** How often Valkey ran each command. */
  async function commands(): Promise<Record<string, number>> {
    const text = String(await valkey.ask('INFO', 'commandstats'));
    return Object.fromEntries(
      [...text.matchAll(/^cmdstat_(\S+?):calls=(\d+)/gm)].map(([, name, calls]) => [name, Number(calls)]),
    );
  }
});

const countInLog = (service: Service, words: string): number => service.stdout().split(words).length - 1;

async function metric(service: Service): Promise<number> {
  const port = /"port":(\d+).*"msg":"metrics"/.exec(service.stdout())?.[1];
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^rollbook_counters_away (\d)$/m.exec(text)?.[1]);
}

async function waitUntil(condition: () => boolean, message: string): Promise<void> {
  const began = performance.now();
  while (!condition()) {
    assert.ok(performance.now() - began < 30_000, message);
    await pause(20);
  }
}
